import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type BrowserContext,
  type BrowserContextOptions,
  test as base,
  chromium,
  expect,
  type Page,
} from '@playwright/test';

// A device that keeps its storage when the browser is killed, unlike Playwright's own contexts.

export interface Device {
  readonly page: Page;
  readonly context: BrowserContext;
  /** Sends SIGKILL to all processes of the browser, as after a power loss. */
  kill(): Promise<void>;
  /** Starts the browser on the same storage; with `offline`, it has no network from the start. */
  start(options?: { offline?: boolean }): Promise<Page>;
  offline(value: boolean): Promise<void>;
}

/** A start without a network does not learn the port of this run's service, and the app takes the specification's. */
const OTHER_SERVICE = 'connect-src http://localhost:4242/';

interface Fixtures {
  /** Whether phones show the install card. False by default, because the card covers controls that tests press. */
  installCard: boolean;
  /** What the pages of a test may try against the content security policy, as „directive what“. Nothing by default: every violation fails the test. */
  provokes: RegExp | undefined;
  /** Makes the pages of another context fail the test, too. */
  watchPolicy(context: BrowserContext): Promise<void>;
  /** Another device, not started yet, with the screen and user agent of the current project, or with `overrides`. */
  newDevice(overrides?: BrowserContextOptions): Device;
}

export const phone: BrowserContextOptions = {
  viewport: { width: 360, height: 740 },
  hasTouch: true,
  isMobile: true,
  userAgent:
    'Mozilla/5.0 (Linux; Android 15; Pixel 7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Mobile Safari/537.36',
};

export const desktop: BrowserContextOptions = {
  viewport: { width: 1280, height: 800 },
  hasTouch: false,
  isMobile: false,
};

/** Marks the install card as dismissed on this device. */
const dismissInstallCard = (context: BrowserContext) =>
  context.addInitScript(() => {
    try {
      localStorage.setItem('sloy.install-dismissed', 'true');
      localStorage.setItem('sloy.install-dismissed-at', String(Date.now()));
    } catch {
      // A page without an origin has no localStorage.
    }
  });

const VIOLATION = 'Policy violation: ';

/** Reports each violation on the console, because the events themselves do not leave the page. */
const reportViolations = (context: BrowserContext) =>
  context.addInitScript((mark) => {
    addEventListener(
      'securitypolicyviolation',
      ({ effectiveDirective, blockedURI, sample, sourceFile, lineNumber }) => {
        console.error(`${mark}${effectiveDirective} ${blockedURI} ${sample} ${sourceFile}:${lineNumber}`);
      },
    );
  }, VIOLATION);

export const test = base.extend<Fixtures>({
  installCard: [false, { option: true }],
  provokes: [undefined, { option: true }],
  async watchPolicy({ provokes }, use) {
    const found: string[] = [];
    await use(async (context) => {
      context.on('console', (message) => {
        const [, what] = message.text().split(VIOLATION);
        if (what && !provokes?.test(what) && !what.startsWith(OTHER_SERVICE)) found.push(what);
      });
      await reportViolations(context);
    });
    expect(found).toEqual([]);
  },
  async context({ context, installCard, watchPolicy }, use) {
    if (!installCard) await dismissInstallCard(context);
    await watchPolicy(context);
    await use(context);
  },
  async newDevice(
    {
      installCard,
      watchPolicy,
      viewport,
      userAgent,
      hasTouch,
      isMobile,
      locale,
      timezoneId,
      baseURL,
      launchOptions,
      contextOptions,
    },
    use,
  ) {
    const owned: (() => Promise<void>)[] = [];
    await use((overrides) => {
      const own = overrides ?? { viewport, hasTouch, isMobile, ...(userAgent ? { userAgent } : {}) };
      const options = {
        ...launchOptions,
        ...contextOptions,
        ...own,
        ...(locale ? { locale } : {}),
        ...(timezoneId ? { timezoneId } : {}),
        ...(own.baseURL || !baseURL ? {} : { baseURL }),
      };
      const folder = mkdtempSync(join(tmpdir(), 'sloy-device-'));
      let context: BrowserContext | undefined;
      const on = () => {
        if (!context) throw new Error('The device is off');
        return context;
      };
      owned.push(async () => {
        await context?.close();
        rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
      });
      return {
        get page() {
          const page = on().pages()[0];
          if (!page) throw new Error('The device has no page');
          return page;
        },
        get context() {
          return on();
        },
        async start({ offline = false } = {}) {
          context = await chromium.launchPersistentContext(folder, { ...options, offline });
          if (!installCard) await dismissInstallCard(context);
          await watchPolicy(context);
          return context.pages()[0] ?? (await context.newPage());
        },
        async kill() {
          const closed = new Promise((done) => on().once('close', done));
          // Kills the browser process that uses this profile; its child processes end with it.
          spawnSync('pkill', ['-KILL', '-f', '--', `--user-data-dir=${folder}`]);
          await closed;
          context = undefined;
        },
        offline: (value) => on().setOffline(value),
      };
    });
    for (const end of owned) await end();
  },
});

export { expect } from '@playwright/test';
