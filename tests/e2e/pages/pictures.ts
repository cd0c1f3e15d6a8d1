import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Page } from '@playwright/test';
import { createPostgresFolder } from '../../helpers/postgres-template';
import { accessibilityFaultsInBoth } from './axe';

// Helpers of `npm run pictures`: pictures in both themes, contact sheets of them, and a list of faults.
// PICTURES=<part of a name> limits the screens, STATES=<names> the states, THEMES=<names> the themes.

export const part = process.env.PICTURES ?? '';
export const wanted = (list: string | undefined, all: string[]) => list?.split(',') ?? all;
const themes = wanted(process.env.THEMES, ['light', 'dark']) as ('light' | 'dark')[];

/** Finds faults that a person would see: overflow, clipped words, English words without `lang`, small targets on a phone. */
const visibleFaults = (page: Page) =>
  page.evaluate(() => {
    const found = new Set<string>();
    const root = document.documentElement;
    if (root.scrollWidth > root.clientWidth) found.add(`overflow: the page is ${root.scrollWidth} px wide`);
    const short = (words: string | null) => (words ?? '').trim().replaceAll(/\s+/g, ' ').slice(0, 60);
    for (const element of document.querySelectorAll<HTMLElement>('body *')) {
      const box = element.getBoundingClientRect();
      // Smaller elements are only for screen readers.
      if (box.width < 3 || box.height < 3 || !element.checkVisibility()) continue;
      const style = getComputedStyle(element);
      const clips = style.overflowX === 'hidden' && style.textOverflow !== 'ellipsis';
      if (clips && element.scrollWidth > element.clientWidth + 1 && element.innerText?.trim())
        found.add(`clipped: ${short(element.innerText)}`);
      const isTarget = element.matches('button, a[href], input:not([type=file]), select, [role=tab]');
      const isInline = style.display === 'inline' || element.closest('label');
      if (innerWidth < 700 && isTarget && !isInline && !element.closest('.sr-only') && box.height < 43)
        found.add(
          `small target (${Math.round(box.height)} px): ${short(element.getAttribute('aria-label') ?? element.innerText)}`,
        );
      for (const node of element.childNodes) {
        const words = node.nodeType === Node.TEXT_NODE ? short(node.textContent) : '';
        const isEnglish = /[A-Za-z]{2,} [A-Za-z]{2,}/.test(words) && !/[А-я]/.test(words);
        if (isEnglish && element.closest<HTMLElement>('[lang]')?.lang !== 'en') found.add(`English: ${words}`);
      }
    }
    return [...found];
  });

/** Takes pictures into a folder of `.bench`, which it empties first. */
export function picturesIn(name: string) {
  const folder = resolve(import.meta.dirname, '../../../.bench', name);
  const faults: string[] = [];

  /** Takes a picture in each theme and notes the faults. */
  async function take(page: Page, size: string, state: string, name: string, isFull = state === 'rows') {
    const noted = [...(await accessibilityFaultsInBoth(page)), ...(await visibleFaults(page))];
    faults.push(...noted.map((fault) => `${size} ${state} ${name}: ${fault}`));
    for (const colorScheme of themes) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      const path = join(folder, size, colorScheme, `${state}-${name}.png`);
      await page.screenshot({ path, fullPage: isFull, timeout: 60_000 });
    }
  }

  /** Draws the pictures of one state, theme and size on sheets of eight. */
  async function drawSheets(page: Page, size: string, state: string, names: string[]) {
    const [columns, width] = size === 'phone' ? [8, 240] : [4, 480];
    for (const theme of themes)
      for (let first = 0; first < names.length; first += 8) {
        const pictures = names.slice(first, first + 8).map((name) => {
          const bytes = readFileSync(join(folder, size, theme, `${state}-${name}.png`)).toString('base64');
          return `<figure><figcaption>${state} · ${name}</figcaption><img src="data:image/png;base64,${bytes}"></figure>`;
        });
        await page.setContent(
          `<style>body{margin:8px;display:grid;grid-template-columns:repeat(${columns},${width}px);gap:8px;font:12px sans-serif}
          figure{margin:0}img{width:100%;max-height:1100px;object-fit:cover;object-position:top;border:1px solid #999}</style>${pictures.join('')}`,
        );
        await page.setViewportSize({ width: columns * (width + 8) + 8, height: 600 });
        await page.screenshot({ path: join(folder, `${size}-${theme}-${state}-${first / 8 + 1}.png`), fullPage: true });
      }
  }

  return {
    faults,
    take,
    drawSheets,
    empty() {
      rmSync(folder, { recursive: true, force: true });
      mkdirSync(folder, { recursive: true });
    },
    writeFaults() {
      writeFileSync(join(folder, 'faults.txt'), faults.join('\n'));
      console.info(`${faults.length} faults in ${name}/faults.txt`);
    },
  };
}

export const settle = async (page: Page) => {
  await page.waitForLoadState('networkidle').catch(() => undefined);
  await page.evaluate(() => document.fonts.ready);
};

/** Starts a server without rows; its process ends with this one. @returns its origin */
export async function startEmptyServer(dataDir: string): Promise<string> {
  await createPostgresFolder(dataDir);
  const args = ['--import', 'tsx', 'tests/server/child-server.ts', JSON.stringify({ dataDir })];
  const child = spawn(process.execPath, args, {
    cwd: resolve(import.meta.dirname, '../../..'),
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  process.once('exit', () => child.kill('SIGKILL'));
  return new Promise((ready, failed) => {
    child.once('exit', (code) => failed(new Error(`The server ended with ${code}`)));
    child.stdout.on('data', (line: Buffer) => {
      const origin = /ready (\S+)/.exec(line.toString())?.[1];
      if (origin) ready(origin);
    });
  });
}
