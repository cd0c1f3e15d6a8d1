import { type ChildProcess, spawn } from 'node:child_process';
import { waitFor } from './stage';

// A client for WebKitWebDriver with the W3C WebDriver commands that the WebKit journey needs.

const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf';
const MINI_BROWSER = [
  '/usr/lib/x86_64-linux-gnu/webkit2gtk-4.1/MiniBrowser',
  '/usr/lib/aarch64-linux-gnu/webkit2gtk-4.1/MiniBrowser',
];

export interface WebDriver {
  open(url: string): Promise<void>;
  /** Runs `script`, the body of an async function, in the page. */
  run<T>(script: string, ...args: unknown[]): Promise<T>;
  /** Waits for an element by XPath. */
  find(xpath: string, ms?: number): Promise<WebElement>;
  close(): Promise<void>;
}
export interface WebElement {
  click(): Promise<void>;
  type(text: string): Promise<void>;
}

/** Starts WebKit on a virtual X display (such as `:95`). */
export async function startWebKit(userAgent: string, port: number, display: string): Promise<WebDriver> {
  const { existsSync } = await import('node:fs');
  const binary = MINI_BROWSER.find((path) => existsSync(path));
  if (!binary) throw new Error('MiniBrowser is not installed');
  const env = {
    ...process.env,
    ...{ DISPLAY: display, LANG: 'C.UTF-8' },
    // WebKit's sandbox does not run as root, and a virtual display has no graphics memory.
    ...{ WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1', WEBKIT_DISABLE_DMABUF_RENDERER: '1' },
  };
  const start = (program: string, args: string[]) => spawn(program, args, { stdio: 'ignore', env });
  const children: ChildProcess[] = [
    start('Xvfb', [display, '-screen', '0', '412x915x24']),
    start('WebKitWebDriver', [`--port=${port}`]),
  ];
  const base = `http://127.0.0.1:${port}`;
  const send = async (method: 'GET' | 'POST' | 'DELETE', path: string, body: object = {}) => {
    const answer = await fetch(base + path, { method, ...(method === 'POST' ? { body: JSON.stringify(body) } : {}) });
    const { value } = (await answer.json()) as { value: unknown };
    if (!answer.ok) throw new Error(`${path}: ${JSON.stringify(value)}`);
    return value;
  };
  await waitFor('WebKitWebDriver', async () => (await fetch(`${base}/status`)).ok, 20_000);
  const { sessionId } = (await send('POST', '/session', {
    capabilities: {
      alwaysMatch: {
        'webkitgtk:browserOptions': { binary, args: ['--automation', `--user-agent=${userAgent}`] },
      },
    },
  })) as { sessionId: string };
  const session = `/session/${sessionId}`;
  await send('POST', `${session}/timeouts`, { script: 60_000, pageLoad: 60_000, implicit: 0 });
  return {
    open: async (url) => void (await send('POST', `${session}/url`, { url })),
    run: async <T>(script: string, ...args: unknown[]) => {
      const body = `const done = arguments[arguments.length - 1];
        (async (...args) => { ${script} })(...Array.from(arguments).slice(0, -1))
          .then((value) => done({ value }), (error) => done({ error: String(error) }));`;
      const result = (await send('POST', `${session}/execute/async`, { script: body, args })) as {
        value: T;
        error?: string;
      };
      if (result.error) throw new Error(result.error);
      return result.value;
    },
    async find(xpath, ms = 60_000) {
      const found = await waitFor(
        xpath,
        async () =>
          (await send('POST', `${session}/element`, { using: 'xpath', value: xpath })) as Record<string, string>,
        ms,
      );
      const element = `${session}/element/${found[ELEMENT]}`;
      return {
        // Click with a script, because the driver scrolls elements to the edge, where the phone's bottom bar covers them.
        click: async () =>
          void (await send('POST', `${session}/execute/sync`, {
            script: 'arguments[0].click();',
            args: [{ [ELEMENT]: found[ELEMENT] }],
          })),
        type: async (text) => void (await send('POST', `${element}/value`, { text })),
      };
    },
    async close() {
      await send('DELETE', session).catch(() => undefined);
      for (const child of children) child.kill();
    },
  };
}
