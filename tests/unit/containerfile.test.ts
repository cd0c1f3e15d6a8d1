/** The container file copies what exists and is not ignored, has the Node version of the repository, and runs the commands that docs/deploy.md names. */
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';

const root = resolve(import.meta.dirname, '../..');
const read = (file: string) => readFileSync(join(root, file), 'utf8');
const lines = read('Containerfile').split('\n');
const deploy = read('docs/deploy.md');

/** The files and folders of this repository that the image contains. */
const copied = lines
  .filter((line) => line.startsWith('COPY ') && !line.includes('--from='))
  .map((line) => line.split(/\s+/).slice(1, -1));

test('every copied file exists and reaches the build', () => {
  const sent = read('.dockerignore')
    .split('\n')
    .filter((line) => line.startsWith('!'))
    .map((line) => line.slice(1));
  expect(copied.length).toBeGreaterThan(10);
  expect(copied.flat().filter((path) => !existsSync(join(root, path)) || !sent.includes(path))).toEqual([]);
  expect(sent.filter((path) => !copied.flat().includes(path))).toEqual([]);
});

test('every stage has the Node version of the repository', () => {
  const images = lines.flatMap((line) => /^FROM (\S+)/.exec(line)?.[1] ?? []);
  expect(new Set(images)).toEqual(new Set([`node:${read('.nvmrc').trim()}-slim`]));
});

test('the documented commands are those of the image, and their files are in it', () => {
  const command = JSON.parse(/^CMD (.*)$/m.exec(lines.join('\n'))?.[1] ?? '[]').join(' ');
  const service = 'node --import tsx server/service.ts';
  expect(deploy).toContain(`\`${command}\``);
  expect(deploy).toMatch(new RegExp(`podman run [^\n]* sloy ${service}`));
  for (const text of [command, service]) expect(existsSync(join(root, text.split(' ').at(-1) ?? ''))).toBe(true);
});
