// Makes the Android app from the web app: `node shell.mjs add | sync | build`. The project in android/ is generated and not committed.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

/** Addresses that the web app in the native shell needs: its own origin is https://localhost, where no server answers. */
const SETTINGS = ['VITE_SUPABASE_URL', 'VITE_SUPABASE_KEY', 'VITE_PAYMENTS_URL', 'VITE_PUBLIC_ORIGIN'];

/** The small icon of notifications: white on transparent, as Android requires. Three printed layers. */
const SMALL_ICON = `<vector xmlns:android="http://schemas.android.com/apk/res/android"
    android:width="24dp" android:height="24dp" android:viewportWidth="24" android:viewportHeight="24">
  <path android:fillColor="#FFFFFFFF" android:pathData="M12,3 L21,7.5 L12,12 L3,7.5 Z" />
  <path android:fillColor="#FFFFFFFF" android:pathData="M3,11.5 L12,16 L21,11.5 L21,13.5 L12,18 L3,13.5 Z" />
  <path android:fillColor="#FFFFFFFF" android:pathData="M3,15.5 L12,20 L21,15.5 L21,17.5 L12,22 L3,17.5 Z" />
</vector>
`;

const linksOf = (host) => `
            <intent-filter android:autoVerify="true">
                <action android:name="android.intent.action.VIEW" />
                <category android:name="android.intent.category.DEFAULT" />
                <category android:name="android.intent.category.BROWSABLE" />
                <data android:scheme="https" android:host="${host}" />
            </intent-filter>`;

function run(command, args, cwd, env = {}) {
  const { status, error } = spawnSync(command, args, { cwd, stdio: 'inherit', env: { ...process.env, ...env } });
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} failed${error ? `: ${error.message}` : ''}`);
}

/** Adds what Capacitor does not generate: links of the product, the permission to notify, the small icon. Repeated calls change nothing. */
export function prepareAndroid(folder, publicOrigin) {
  const main = join(folder, 'android/app/src/main');
  const file = join(main, 'AndroidManifest.xml');
  let manifest = readFileSync(file, 'utf8');
  const { host } = new URL(publicOrigin);
  if (!manifest.includes(`android:host="${host}"`))
    manifest = manifest.replace('</intent-filter>', `</intent-filter>\n${linksOf(host)}`);
  const permission = '<uses-permission android:name="android.permission.POST_NOTIFICATIONS" />';
  if (!manifest.includes(permission)) manifest = manifest.replace('</manifest>', `    ${permission}\n</manifest>`);
  writeFileSync(file, manifest);
  mkdirSync(join(main, 'res/drawable'), { recursive: true });
  writeFileSync(join(main, 'res/drawable/ic_stat_sloy.xml'), SMALL_ICON);
}

export const cap = (folder, ...args) => run('npx', ['cap', ...args], folder, { CI: '1' });

function commands(folder) {
  const root = resolve(folder, '..');
  const publicOrigin = () => {
    const missing = SETTINGS.filter((name) => !process.env[name]);
    if (missing.length > 0) throw new Error(`Set ${missing.join(', ')} (README.md).`);
    return process.env.VITE_PUBLIC_ORIGIN;
  };
  const sync = () => {
    const origin = publicOrigin();
    run('npx', ['vite', 'build', '--configLoader', 'runner', '--outDir', join(folder, 'www'), '--emptyOutDir'], root);
    cap(folder, 'sync', 'android');
    prepareAndroid(folder, origin);
  };
  return {
    add() {
      publicOrigin();
      mkdirSync(join(folder, 'www'), { recursive: true });
      if (!existsSync(join(folder, 'www/index.html'))) writeFileSync(join(folder, 'www/index.html'), '<!doctype html>');
      cap(folder, 'add', 'android');
      sync();
    },
    sync,
    build() {
      sync();
      if (!existsSync(join(folder, 'android/app/google-services.json')))
        console.warn('android/app/google-services.json is missing: the app starts, but push messages do not arrive.');
      run('./gradlew', ['bundleRelease'], join(folder, 'android'));
    },
  };
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const command = commands(import.meta.dirname)[process.argv[2]];
  if (!command) throw new Error('add, sync or build');
  command();
}
