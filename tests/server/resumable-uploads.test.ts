import { createHash, randomBytes } from 'node:crypto';
import { readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { removeLeftovers, uploadsDirOf } from '../../server/embedded/storage/upload-leftovers';
import { cuttingProxy } from './cutting-proxy';
import {
  clientOf,
  isPair,
  learner,
  password,
  startTestServer,
  type TestServer,
  tempDir,
  tinyMigration,
  writeSchool,
} from './harness';

// A TUS upload becomes one object with the same bytes despite cut connections and restarts; the server enforces permissions, sizes and types.

const CHUNK = 6 * 1024 * 1024;
const school = `${tinyMigration}
update storage.buckets set file_size_limit = 20000000, allowed_mime_types = array['video/mp4', 'video/webm'] where id = 'videos';
insert into storage.buckets (id, name, public) values ('resources', 'resources', false);
create table public.staff (email text primary key);
insert into public.staff values ('staff@school.test');
grant select on public.staff to authenticated;
create policy "staff add" on storage.objects for insert to authenticated
  with check (exists (select from public.staff where email = (select auth.jwt()) ->> 'email'));
create policy "staff read" on storage.objects for select to authenticated
  using (exists (select from public.staff where email = (select auth.jwt()) ->> 'email'));
`;
const clip = readFileSync(
  resolve(
    import.meta.dirname,
    '../../supabase/media/lessons',
    readdirSync(resolve(import.meta.dirname, '../../supabase/media/lessons')).find((name) => name.endsWith('.mp4')) ??
      '',
  ),
);
/** A real MP4 followed by random bytes: it is recognised as a video and is longer than two chunks. */
const video = Buffer.concat([clip, randomBytes(2 * CHUNK + 12_345)]);
const sha = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

let server: TestServer;
let staff: Awaited<ReturnType<typeof learner>>;
let pro: Awaited<ReturnType<typeof learner>>;
let schoolFolder: ReturnType<typeof tempDir>;
let supabaseDir: string;

beforeAll(async () => {
  schoolFolder = tempDir();
  supabaseDir = writeSchool(schoolFolder.path, { '20260101000000_create_school.sql': school });
  server = await startTestServer({ supabaseDir });
  [staff, pro] = await Promise.all([learner(server, 'staff'), learner(server, 'pro')]);
});
afterAll(async () => {
  await server.stop();
  schoolFolder.remove();
});
beforeEach(() =>
  server.backend.database.run("insert into public.staff values ('staff@school.test') on conflict do nothing", []),
);

const base64 = (text: string) => Buffer.from(text).toString('base64');
const metadataOf = (fields: Record<string, string>) =>
  Object.entries(fields)
    .map(([name, value]) => `${name} ${base64(value)}`)
    .join(',');
const headersOf = (token: string) => ({
  apikey: server.backend.publishableKey,
  authorization: `Bearer ${token}`,
  'tus-resumable': '1.0.0',
});

interface Wanted {
  bucket?: string;
  key: string;
  type?: string;
  size?: number;
  extra?: Record<string, string>;
}
const create = (
  { bucket = 'videos', key, type = 'video/mp4', size = video.length, extra = {} }: Wanted,
  token = staff.token,
) =>
  fetch(`${server.url}/storage/v1/upload/resumable`, {
    method: 'POST',
    headers: {
      ...headersOf(token),
      'upload-length': String(size),
      'upload-metadata': metadataOf({
        ...{ bucketName: bucket, objectName: key, contentType: type, cacheControl: '3600' },
        ...extra,
      }),
    },
  });
const created = async (wanted: Wanted) => {
  const answer = await create(wanted);
  expect([answer.status, await answer.text()]).toEqual([201, '']);
  return new URL(answer.headers.get('location') ?? '', server.url).href;
};
const patch = (url: string, offset: number, bytes: Uint8Array, token = staff.token) =>
  fetch(url, {
    method: 'PATCH',
    headers: {
      ...headersOf(token),
      'content-type': 'application/offset+octet-stream',
      'upload-offset': String(offset),
    },
    body: bytes as BodyInit,
  });
const offsetOf = async (url: string, token = staff.token) => {
  const answer = await fetch(url, { method: 'HEAD', headers: headersOf(token) });
  return [answer.status, Number(answer.headers.get('upload-offset'))];
};
async function sendAll(url: string, bytes: Uint8Array, from = 0) {
  let last = 0;
  for (let at = from; at < bytes.length; at += CHUNK) {
    const answer = await patch(url, at, bytes.subarray(at, at + CHUNK));
    last = answer.status;
    await answer.text();
  }
  return last;
}
const stored = async (bucket: string, key: string) => {
  const answer = await fetch(`${server.url}/storage/v1/object/authenticated/${bucket}/${key}`, {
    headers: headersOf(staff.token),
  });
  return { status: answer.status, headers: answer.headers, sha: sha(Buffer.from(await answer.arrayBuffer())) };
};
const rowsOf = (key: string) =>
  server.backend.database.run('select bucket_id, owner::text as owner, metadata from storage.objects where name = $1', [
    key,
  ]);
/** Two servers have no such folder, but an S3 store. */
const leftInFolder = (folder = uploadsDirOf(server.settings.dataDir)) =>
  isPair ? [] : readdirSync(folder).filter((name) => !name.endsWith('.json'));

test('an upload in chunks becomes one object with the same bytes', async () => {
  const url = await created({ key: 'lessons/video.mp4' });
  expect(await rowsOf('lessons/video.mp4')).toEqual([]);
  expect(await sendAll(url, video)).toBe(204);
  const [row, ...more] = await rowsOf('lessons/video.mp4');
  expect(more).toEqual([]);
  expect(row?.owner).toBe(staff.uid);
  expect(row?.metadata).toMatchObject({ mimetype: 'video/mp4', size: video.length, cacheControl: 'max-age=3600' });
  const read = await stored('videos', 'lessons/video.mp4');
  expect([read.status, read.sha, read.headers.get('content-type'), read.headers.get('cache-control')]).toEqual([
    200,
    sha(video),
    'video/mp4',
    'private, max-age=3600',
  ]);
  expect(leftInFolder()).toEqual([]);
  // If the last response was lost, HEAD still works, and a repeated chunk is not stored twice.
  expect(await offsetOf(url)).toEqual([200, video.length]);
  expect((await patch(url, video.length - 10, video.subarray(-10))).status).toBe(409);
  expect((await create({ key: 'lessons/video.mp4' })).status).toBe(409);
});

describe('at the creation', () => {
  test.each<[string, Wanted, number]>([
    ['too large for the bucket', { key: 'a.mp4', size: 20_000_001 }, 413],
    ['larger than any file may be', { bucket: 'resources', key: 'a.zip', size: 501 * 1024 * 1024 }, 413],
    ['an empty file', { key: 'a.mp4', size: 0 }, 415],
    ['a type that the bucket does not take', { key: 'a.avi', type: 'video/x-msvideo' }, 415],
    ['a page among the resources', { bucket: 'resources', key: 'a.html', type: 'text/html' }, 415],
    ['a picture with script among the resources', { bucket: 'resources', key: 'a.SVG' }, 415],
    ['a program among the resources', { bucket: 'resources', key: 'a.exe' }, 415],
    ['a script among the resources', { bucket: 'resources', key: 'a.pdf.js' }, 415],
    ['a resource without an extension', { bucket: 'resources', key: 'pdf' }, 415],
    ['a bucket that does not exist', { bucket: 'nowhere', key: 'a.mp4' }, 404],
    ['a key that leaves the folder', { key: '../a.mp4' }, 400],
  ])('%s is rejected', async (_, wanted, status) => {
    expect((await create(wanted)).status).toBe(status);
  });

  test('a learner and a visitor may not create an upload', async () => {
    expect((await create({ key: 'b.mp4' }, pro.token)).status).toBe(403);
    const visitor = await fetch(`${server.url}/storage/v1/upload/resumable`, {
      method: 'POST',
      headers: {
        apikey: server.backend.publishableKey,
        'tus-resumable': '1.0.0',
        'upload-length': '5',
        'upload-metadata': metadataOf({ bucketName: 'videos', objectName: 'b.mp4', contentType: 'video/mp4' }),
      },
    });
    expect(visitor.status).toBe(403);
  });

  test('the owner is the caller, whatever the metadata names', async () => {
    const url = await created({ key: 'c.mp4', extra: { owner: pro.uid, finished: 'true' } });
    expect(await offsetOf(url)).toEqual([200, 0]);
    expect((await offsetOf(url, pro.token))[0]).toBe(404);
    expect((await patch(url, 0, video.subarray(0, 10), pro.token)).status).toBe(404);
    expect((await fetch(url, { method: 'DELETE', headers: headersOf(pro.token) })).status).toBe(404);
    expect((await fetch(url, { method: 'DELETE', headers: headersOf(staff.token) })).status).toBe(204);
    expect((await offsetOf(url))[0]).toBe(404);
  });
});

describe('at the end', () => {
  test('rights that were withdrawn during the upload reject the file', async () => {
    const url = await created({ key: 'd.mp4', size: clip.length });
    await server.backend.database.run('delete from public.staff', []);
    expect((await patch(url, 0, clip)).status).toBe(403);
    expect(await rowsOf('d.mp4')).toEqual([]);
    expect(leftInFolder()).toEqual([]);
  });

  test('a program with a video’s name is rejected and removed', async () => {
    const program = Buffer.concat([Buffer.from('MZ'), randomBytes(50_000)]);
    const url = await created({ key: 'e.mp4', size: program.length });
    expect((await patch(url, 0, program)).status).toBe(415);
    expect((await offsetOf(url))[0]).toBe(404);
    expect(await rowsOf('e.mp4')).toEqual([]);
    expect(leftInFolder()).toEqual([]);
  });

  test.each([
    ['a page', '<!doctype html><script>alert(1)</script>'],
    ['a drawing with a script', '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'],
    ['a program', 'MZ and the rest of a program'],
  ])('%s with a picture’s name is rejected and removed', async (_, content) => {
    const bytes = Buffer.from(content);
    const url = await created({ bucket: 'images', key: 'news/e.png', type: 'image/png', size: bytes.length });
    expect((await patch(url, 0, bytes)).status).toBe(415);
    expect(await rowsOf('news/e.png')).toEqual([]);
    expect(leftInFolder()).toEqual([]);
  });

  test('a course file is stored with the type of its extension and offered only as a download', async () => {
    const page = Buffer.from('<script>alert(1)</script>');
    const url = await created({ bucket: 'resources', key: 'files/notes.txt', type: 'text/html', size: page.length });
    expect((await patch(url, 0, page)).status).toBe(204);
    const { headers } = await stored('resources', 'files/notes.txt');
    expect(headers.get('content-type')).toBe('text/plain; charset=utf-8');
    expect(headers.get('content-disposition')).toBe("attachment; filename*=UTF-8''notes.txt");
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    // All ways to read the file: by a signed URL, in part, only its headers, and under another name.
    const { data } = await staff.client.storage.from('resources').createSignedUrl('files/notes.txt', 60);
    const token = { headers: headersOf(staff.token) };
    const signed = data?.signedUrl ?? '';
    const plain = `${server.url}/storage/v1/object/resources/files/notes.txt`;
    const answers = await Promise.all([
      fetch(signed),
      fetch(signed, { headers: { range: 'bytes=0-3' } }),
      fetch(signed, { method: 'HEAD' }),
      fetch(`${signed}&download=page.html`),
      fetch(plain, token),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 206, 200, 200, 200]);
    for (const { headers } of answers) {
      expect(headers.get('content-disposition')).toMatch(/^attachment; filename\*=UTF-8''/);
      expect(headers.get('content-type')).toBe('text/plain; charset=utf-8');
    }
  });

  test('a stored file cannot move or be copied past the rules of its bucket', async () => {
    const place = async (way: 'move' | 'copy', fields: object) =>
      (
        await fetch(`${server.url}/storage/v1/object/${way}`, {
          method: 'POST',
          headers: { ...headersOf(staff.token), 'content-type': 'application/json' },
          body: JSON.stringify({ bucketId: 'resources', sourceKey: 'files/notes.txt', ...fields }),
        })
      ).status;
    for (const way of ['move', 'copy'] as const) {
      expect(await place(way, { destinationKey: 'files/notes.html' })).toBe(415);
      // A text with an allowed name that promises another content.
      expect(await place(way, { destinationKey: 'files/notes.pdf' })).toBe(415);
      expect(await place(way, { bucketId: 'videos', sourceKey: 'a.mp4', destinationKey: 'a.webm' })).toBe(415);
      expect(await place(way, { destinationKey: 'news/x.png', destinationBucket: 'images' })).toBe(415);
    }
    expect(await place('copy', { destinationKey: 'files/copy.txt' })).toBe(200);
    expect((await stored('resources', 'files/notes.txt')).status).toBe(200);
  });

  test('two concurrent last requests create one object', async () => {
    const url = await created({ key: 'f.mp4', size: clip.length });
    const statuses = await Promise.all(
      [patch(url, 0, clip), patch(url, 0, clip)].map(async (answer) => (await answer).status),
    );
    expect(statuses).toContain(204);
    expect(await rowsOf('f.mp4')).toHaveLength(1);
    expect((await stored('videos', 'f.mp4')).sha).toBe(sha(clip));
  });
});

test('ordinary uploads follow the same content rules', async () => {
  const put = async (path: string, body: Uint8Array, type: string) =>
    (
      await fetch(`${server.url}/storage/v1/object/${path}`, {
        method: 'POST',
        headers: { ...headersOf(staff.token), 'content-type': type },
        body: body as BodyInit,
      })
    ).status;
  expect(await put('images/news/a.png', Buffer.concat([Buffer.from('MZ'), randomBytes(9000)]), 'image/png')).toBe(415);
  expect(await put('images/news/b.png', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'image/png')).toBe(
    415,
  );
  const png = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  );
  expect(await put('images/news/c.png', png, 'image/jpeg')).toBe(200);
  expect((await stored('images', 'news/c.png')).headers.get('content-type')).toBe('image/png');
  expect(await put('resources/files/a.svg', Buffer.from('<svg/>'), 'text/plain')).toBe(415);
  // A program under another name. A format with a signature must have it; a text may be any bytes but a program.
  const exe = Buffer.concat([Buffer.from('MZ'), randomBytes(9000)]);
  for (const name of ['manual.pdf', 'model.zip', 'photo.png', 'readme.txt', 'part.stl'])
    expect([name, await put(`resources/files/${name}`, exe, 'application/pdf')]).toEqual([name, 415]);
  expect(await put('resources/files/other.pdf', png, 'application/pdf')).toBe(415);
  expect(await put('resources/files/real.pdf', Buffer.from('%PDF-1.7\n'), 'text/html')).toBe(200);
  expect((await stored('resources', 'files/real.pdf')).headers.get('content-type')).toBe('application/pdf');
  expect(await put('resources/files/part.gcode', Buffer.from('G28 ; дом'), 'text/html')).toBe(200);
  expect(await put('videos/lessons/plain.mp4', video, 'video/mp4')).toBe(200);
  expect((await stored('videos', 'lessons/plain.mp4')).sha).toBe(sha(video));
});

test('a connection that is cut at any byte continues at the server’s offset', async () => {
  const url = await created({ key: 'lessons/cut.mp4' });
  const cuts = [300_000, 1_000_000, 5_000_000, 70_000, 3_333_333];
  const most = cuts.length;
  const proxy = await cuttingProxy(server.url, cuts);
  const through = url.replace(server.url, proxy.url);
  let offset = 0;
  let cutCount = 0;
  for (let attempt = 0; offset < video.length && attempt < 50; attempt += 1) {
    const answer = await patch(through, offset, video.subarray(offset, offset + CHUNK)).catch(() => undefined);
    if (!answer) cutCount += 1;
    const [status = 0, at = 0] = await offsetOf(url);
    expect(status).toBe(200);
    expect(at).toBeGreaterThanOrEqual(offset);
    offset = at;
  }
  await proxy.close();
  expect(cutCount).toBe(most);
  expect((await stored('videos', 'lessons/cut.mp4')).sha).toBe(sha(video));
  expect(await rowsOf('lessons/cut.mp4')).toHaveLength(1);
  // After each cut, the client repeats at most one chunk and the headers.
  expect(proxy.sent() - video.length).toBeLessThan(most * CHUNK);
});

test('an upload survives a restart of the server, also between the last byte and its storing', async () => {
  const folder = tempDir();
  const own = { supabaseDir, dataDir: join(folder.path, 'data') };
  const [shared, owner] = [server, staff];
  try {
    server = await startTestServer(own);
    staff = await learner(server, 'staff');
    const first = await created({ key: 'lessons/restart.mp4' });
    const second = await created({ key: 'lessons/almost.mp4', size: clip.length });
    await (await patch(first, 0, video.subarray(0, CHUNK))).text();
    await server.close();
    // Simulates a process that ended after it received the last byte and before it stored the object.
    writeFileSync(join(uploadsDirOf(own.dataDir), second.split('/').at(-1) ?? ''), clip);

    const { url: oldUrl } = server;
    server = await startTestServer(own);
    const { data } = await clientOf(server).auth.signInWithPassword({ email: 'staff@school.test', password });
    staff = { ...staff, token: data.session?.access_token ?? '' };
    const again = first.replace(oldUrl, server.url);
    expect(await offsetOf(again)).toEqual([200, CHUNK]);
    expect(await sendAll(again, video, CHUNK)).toBe(204);
    expect((await stored('videos', 'lessons/restart.mp4')).sha).toBe(sha(video));
    expect(await rowsOf('lessons/almost.mp4')).toEqual([]);
    expect(await offsetOf(second.replace(oldUrl, server.url))).toEqual([200, clip.length]);
    expect(await rowsOf('lessons/almost.mp4')).toHaveLength(1);
    expect((await stored('videos', 'lessons/almost.mp4')).sha).toBe(sha(clip));
    await server.stop();
  } finally {
    [server, staff] = [shared, owner];
    folder.remove();
  }
}, 60_000);

test('the leftovers of an abandoned upload are removed after a day, and not before', async () => {
  const [shared, owner] = [server, staff];
  server = await startTestServer({ supabaseDir }, { alone: true });
  try {
    staff = await learner(server, 'staff');
    const url = await created({ key: 'lessons/abandoned.mp4' });
    await (await patch(url, 0, video.subarray(0, 1000))).text();
    const [folder, id] = [uploadsDirOf(server.settings.dataDir), url.split('/').at(-1) ?? ''];
    const { signal } = new AbortController();
    expect(await removeLeftovers(folder, signal)).toBe(0);
    const dayAgo = new Date(Date.now() - 25 * 3_600_000);
    for (const name of readdirSync(folder).filter((name) => name.startsWith(id)))
      utimesSync(join(folder, name), dayAgo, dayAgo);
    expect(await removeLeftovers(folder, signal)).toBe(2);
    expect((await offsetOf(url))[0]).toBe(404);
  } finally {
    await server.stop();
    [server, staff] = [shared, owner];
  }
});
