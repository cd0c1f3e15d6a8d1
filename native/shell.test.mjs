// The generated Android project, in a temporary folder: its manifest, configuration and plugins. Gradle is not run.
import assert from 'node:assert/strict';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { cap, prepareAndroid } from './shell.mjs';

const here = import.meta.dirname;
let folder;
const read = (path) => readFileSync(join(folder, 'android/app', path), 'utf8');

before(() => {
  folder = mkdtempSync(join(tmpdir(), 'sloy-native-'));
  for (const file of ['package.json', 'capacitor.config.json']) cpSync(join(here, file), join(folder, file));
  symlinkSync(join(here, 'node_modules'), join(folder, 'node_modules'));
  mkdirSync(join(folder, 'www'));
  writeFileSync(join(folder, 'www/index.html'), '<!doctype html><title>Слой</title>');
  cap(folder, 'add', 'android');
  cap(folder, 'sync', 'android');
  prepareAndroid(folder, 'https://sloy.example');
  prepareAndroid(folder, 'https://sloy.example');
});
after(() => rmSync(folder, { recursive: true, force: true }));

test('the app serves the web app at https://localhost, and the worker’s requests pass through its local server', () => {
  const config = JSON.parse(read('src/main/assets/capacitor.config.json'));
  assert.equal(config.android.resolveServiceWorkerRequests, true);
  assert.deepEqual(config.server, { hostname: 'localhost', androidScheme: 'https' });
  assert.equal(config.appId, 'bg.sloy.app');
  assert.match(read('src/main/assets/public/index.html'), /Слой/);
});

test('links of the product open the app, and it may notify', () => {
  const manifest = read('src/main/AndroidManifest.xml');
  assert.equal(manifest.split('android:host="sloy.example"').length, 2);
  assert.match(manifest, /<intent-filter android:autoVerify="true">/);
  assert.equal(manifest.split('POST_NOTIFICATIONS').length, 2);
  assert.match(read('src/main/res/drawable/ic_stat_sloy.xml'), /<vector/);
});

test('the plugins that the app uses are in the project', () => {
  const plugins = JSON.parse(read('src/main/assets/capacitor.plugins.json')).map(({ pkg }) => pkg);
  assert.deepEqual(plugins.sort(), [
    '@capacitor/app',
    '@capacitor/local-notifications',
    '@capacitor/push-notifications',
  ]);
  for (const name of plugins)
    assert.match(read('capacitor.build.gradle'), new RegExp(name.replace('@', '').replace('/', '-')));
});
