import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openPushService } from '../helpers/push-service';
import { runFirefox } from './firefox';
import { FIREFOX, FIREFOX_PACKAGES } from './firefox-browser';
import { ensureInstalled, openProduct, Steps } from './stage';
import { runWebKit } from './webkit';

// `npm run test:engines [firefox|webkit]`: tests the app in engines other than Chromium. Not part of the gate, because it installs browsers.

const WEBKIT = '/usr/bin/WebKitWebDriver';
const WEBKIT_PACKAGES = [
  'webkit2gtk-driver',
  'xvfb',
  'gstreamer1.0-libav',
  'gstreamer1.0-plugins-good',
  'gstreamer1.0-plugins-bad',
];

const wanted = process.argv.slice(2);
const isWanted = (engine: string) => wanted.length === 0 || wanted.includes(engine);
const began = Date.now();
const all: Steps[] = [];

async function engine(title: string, run: (steps: Steps) => Promise<void>): Promise<void> {
  console.log(`\n── ${title}`);
  const steps = new Steps(title);
  all.push(steps);
  await run(steps).catch((error: unknown) => {
    if (steps.failed === 0) steps.failed = 1;
    console.error(error);
  });
  steps.report();
}

const folder = mkdtempSync(join(tmpdir(), 'sloy-push-'));
const pushFile = join(folder, 'port');
const push = await openPushService(pushFile);
if (isWanted('firefox'))
  await engine('Firefox ESR', async (steps) => {
    if (!ensureInstalled('Firefox ESR', FIREFOX, FIREFOX_PACKAGES)) throw new Error('no Firefox');
    const product = await openProduct(pushFile);
    try {
      await runFirefox(product, push, steps);
    } finally {
      await product.end();
    }
  });
if (isWanted('webkit'))
  await engine('WebKitGTK', async (steps) => {
    if (!ensureInstalled('WebKitGTK', WEBKIT, WEBKIT_PACKAGES)) throw new Error('no WebKit');
    const product = await openProduct(pushFile);
    try {
      await runWebKit(product, steps);
    } finally {
      await product.end();
    }
  });
await push.close();
rmSync(folder, { recursive: true });

const sum = (field: 'passed' | 'failed') => all.reduce((total, steps) => total + steps[field], 0);
console.log(`\n${sum('passed')} passed, ${sum('failed')} failed in ${((Date.now() - began) / 60_000).toFixed(1)} min`);
process.exit(sum('failed') === 0 ? 0 : 1);
