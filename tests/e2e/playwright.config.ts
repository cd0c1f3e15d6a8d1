import { existsSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from '@playwright/test';

// One server for the whole run, with the production build and a temporary data folder. Workers inherit the port that the first evaluation chose.
process.env.SLOY_E2E_PORT ??= String(20_000 + Math.floor(Math.random() * 20_000));
process.env.SLOY_E2E_DATA ??= mkdtempSync(join(tmpdir(), 'sloy-e2e-'));
const port = Number(process.env.SLOY_E2E_PORT);
/** Time zone of the learners. The tests also compute dates in this zone: just after midnight in Bulgaria, the date elsewhere is still yesterday's. */
const timezoneId = 'Europe/Sofia';
process.env.TZ = timezoneId;

const wholeBrowsers = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
/** Prefers the headless shell, which is the same browser without a window UI and needs half the CPU. */
export const chromium = ['/usr/bin/chromium-headless-shell', ...wholeBrowsers].find((path) => existsSync(path));
const wholeBrowser = wholeBrowsers.find((path) => existsSync(path));
/** Launches the whole browser, because the headless shell has no background sync. */
export const withBackgroundSync = wholeBrowser ? { executablePath: wholeBrowser } : { channel: 'chromium' };
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

/** Launches the browser with WebGL in software, because test machines have no GPU. */
export const withSoftwareWebgl = {
  ...(chromium ? { executablePath: chromium } : {}),
  args: [
    ...chromiumArgs.filter((arg) => arg !== '--disable-gpu'),
    '--enable-unsafe-swiftshader',
    '--use-angle=swiftshader',
  ],
};

const androidPhone =
  'Mozilla/5.0 (Linux; Android 15; Pixel 7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Mobile Safari/537.36';

export default defineConfig({
  testDir: '.',
  outputDir: '../../test-results',
  fullyParallel: false,
  // One worker more than the usual number of cores, because a test spends a third of its time waiting for the network or a video.
  workers: 3,
  // Retry once, because a test can fail when the machine stalls. The report lists the tests that passed only on the retry.
  retries: 1,
  // The timeout is long enough for a machine that is three times slower.
  timeout: 180_000,
  expect: { timeout: 15_000 },
  use: {
    baseURL: `http://localhost:${port}`,
    locale: 'bg-BG',
    timezoneId,
    // Only retries record a trace, because recording takes a third of a test's time.
    trace: 'on-first-retry',
    // Animations are most of the browser's work, so only tests of animations enable them.
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: { ...(chromium ? { executablePath: chromium } : {}), args: chromiumArgs },
  },
  projects: [
    {
      name: 'desktop',
      use: { viewport: { width: 1280, height: 800 } },
      testIgnore: /\.phone\.spec\.ts$/,
    },
    {
      name: 'phone',
      use: { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true, userAgent: androidPhone },
      testIgnore: /\.desktop\.spec\.ts$/,
      // Tests that do not depend on the screen size run only in the desktop project.
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
      PUSH_TEST_PORT_FILE: `${process.env.SLOY_E2E_DATA}.push`,
      DATA_DIR: process.env.SLOY_E2E_DATA,
      RATE_LIMITS: 'relaxed',
      LOG_LEVEL: 'warn',
      LOG_FORMAT: 'text',
      TZ: 'UTC',
    },
    stdout: 'ignore',
    stderr: 'pipe',
  },
});
