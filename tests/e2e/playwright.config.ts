import { existsSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from '@playwright/test';

// One server for the whole run, on the production build, with its data in a folder of its own. The first evaluation chooses, workers inherit.
process.env.SLOY_E2E_PORT ??= String(20_000 + Math.floor(Math.random() * 20_000));
process.env.SLOY_E2E_DATA ??= mkdtempSync(join(tmpdir(), 'sloy-e2e-'));
const port = Number(process.env.SLOY_E2E_PORT);
/** Where the learners of the tests are. The tests themselves count days there too: at midnight in Bulgaria it is yesterday elsewhere. */
const timezoneId = 'Europe/Sofia';
process.env.TZ = timezoneId;

/** The shell is the same browser without the windows around its pages: it needs half the processor. */
export const chromium = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
].find((path) => existsSync(path));
export const chromiumArgs = [
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
  '--disable-quic',
  '--disable-gpu',
  '--autoplay-policy=no-user-gesture-required',
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
];

const androidPhone =
  'Mozilla/5.0 (Linux; Android 15; Pixel 7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Mobile Safari/537.36';

export default defineConfig({
  testDir: '.',
  outputDir: '../../test-results',
  fullyParallel: false,
  // One more than the cores that are looked after: a screen waits a third of its time, for the network or a film.
  workers: 3,
  // A second try is for a machine that stalls; the gate names what needed it.
  retries: 1,
  // For a machine three times slower, too.
  timeout: 180_000,
  expect: { timeout: 15_000 },
  use: {
    baseURL: `http://localhost:${port}`,
    locale: 'bg-BG',
    timezoneId,
    // A film of each test costs a third of its time: only what needs a second try is recorded.
    trace: 'on-first-retry',
    // Drawing what moves is most of a browser's work here; what moves has tests that ask for it.
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: { ...(chromium ? { executablePath: chromium } : {}), args: chromiumArgs },
  },
  projects: [
    { name: 'desktop', use: { viewport: { width: 1280, height: 800 } }, testIgnore: /\.phone\.spec\.ts$/ },
    {
      name: 'phone',
      use: { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true, userAgent: androidPhone },
      testIgnore: /\.desktop\.spec\.ts$/,
      // What does not depend on the size of the screen runs once.
      grepInvert: /@desktop/,
    },
  ],
  webServer: {
    command: 'node --import tsx tests/e2e/server.ts',
    cwd: '../..',
    url: `http://localhost:${port}/manifest.webmanifest`,
    timeout: 120_000,
    env: {
      PORT: String(port),
      PAYMENTS_PORT: String(port + 1),
      DATA_DIR: process.env.SLOY_E2E_DATA,
      RATE_LIMITS: 'relaxed',
      TZ: 'UTC',
    },
    stdout: 'ignore',
    stderr: 'pipe',
  },
});
