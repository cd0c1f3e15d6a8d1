import { createClient } from '@supabase/supabase-js';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { MemoryRouter } from 'react-router-dom';
import { expect, vi } from 'vitest';
import { ConsoleSectionsProvider } from '@/app/routing/console-sections';
import { useSession } from '@/device/session/session-store';
import { Toaster } from '@/ui/toaster';

// Renders console screens on the real backend client; a test sets the responses: rejected, forbidden, missing, or none.

type Answer = unknown | ((body: never) => unknown);
const answers = new Map<string, Answer>();

/** An error response in PostgREST's format. */
export class Rejection {
  readonly status: number;
  readonly body: object;
  constructor(status: number, code: string, message: string, details = '') {
    this.status = status;
    this.body = { code, message, details, hint: null };
  }
}
export const rejected = new Rejection(400, 'P0001', 'bad_argument');
export const forbidden = new Rejection(403, '42501', 'forbidden');
export const missing = new Rejection(404, 'PGRST202', 'no such function');
/** A response that never arrives. */
export const waiting = () => new Promise<never>(() => undefined);
export const noAnswer = () => {
  throw new TypeError('Failed to fetch');
};

/**
 * Sets the response to a request: `POST rpc/admin_users`, `GET news`, or `POST storage` for any file. A function gets the body, or the query of a
 * request without one. Default: an empty list.
 */
export const answer = (request: string, with_: Answer) => answers.set(request, with_);

const bodyOf = (init?: RequestInit): unknown =>
  typeof init?.body === 'string' && init.body !== '' ? JSON.parse(init.body) : undefined;

const fetchStub = async (input: RequestInfo | URL, init?: RequestInit): Promise<Response> => {
  const { pathname, searchParams } = new URL(String(input instanceof Request ? input.url : input));
  const path = pathname.replace(/^\/rest\/v1\//, '').replace(/^\//, '');
  const method = init?.method ?? 'GET';
  const entry = answers.get(`${method} ${path}`) ?? answers.get(`${method} ${path.split('/')[0]}`);
  const value: unknown = await (typeof entry === 'function'
    ? (entry as (body: unknown) => unknown)(bodyOf(init) ?? searchParams)
    : entry);
  if (value instanceof Rejection)
    return new Response(JSON.stringify(value.body), {
      status: value.status,
      headers: { 'content-type': 'application/json' },
    });
  return new Response(JSON.stringify(value ?? []), { status: 200, headers: { 'content-type': 'application/json' } });
};

const client = createClient('http://backend.test', 'key', {
  auth: { persistSession: false, autoRefreshToken: false },
  global: { fetch: fetchStub },
});

export const backendClient = () => Promise.resolve(client);

export const uid = '70000000-0000-4000-8000-000000000001';

/** Signs an administrator in and clears the responses of the previous test. */
export function startConsole() {
  answers.clear();
  localStorage.clear();
  // Switching to a new account clears the caches of the earlier test.
  useSession.setState({ identity: null, left: false });
  useSession.setState({
    identity: {
      uid,
      email: 'admin@sloy.test',
      full_name: 'Ани',
      plan: 'premium',
      plan_checked_at: Date.now(),
      is_admin: true,
    },
    left: false,
  });
}

export async function stopConsole() {
  // The toast library removes a closed toast after a delay. Wait before `cleanup`, because the removal needs the mounted page.
  await waitFor(() => expect(document.querySelector('[data-sonner-toast][data-removed="true"]')).toBeNull());
  cleanup();
  vi.restoreAllMocks();
}

export function show(children: ReactNode, address = '/admin/dashboard') {
  render(
    <MemoryRouter initialEntries={[address]}>
      <ConsoleSectionsProvider>{children}</ConsoleSectionsProvider>
      <Toaster label="Съобщения" />
    </MemoryRouter>,
  );
  return userEvent.setup();
}

/** Waits until the text is on screen. */
export const seen = (words: string | RegExp) => screen.findAllByText(words, {}, { timeout: 10_000 });
export const press = async (user: ReturnType<typeof userEvent.setup>, name: string | RegExp) => {
  const buttons = await screen.findAllByRole('button', { name }, { timeout: 10_000 });
  await user.click(buttons.at(-1) as HTMLElement);
};
export const pageOf = (...rows: object[]) => ({ rows, total: rows.length, page: 1, size: 10 });
