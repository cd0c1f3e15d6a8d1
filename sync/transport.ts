/**
 * The world over supabase-js: the two calls of the database and the pokes.
 * Guarantees: every request carries the token of the account it is made for, or is not made: after another sign-in in this browser nothing of
 * the first account is sent as the second's.
 * Rule: what is thrown is a TransportError: `refused` for what the server will say again, a reason to wait for everything else.
 */
import {
  isAuthRetryableFetchError,
  type PostgrestError,
  type RealtimeChannel,
  type SupabaseClient,
} from '@supabase/supabase-js';
import { VISITOR } from '@/config/storage-keys';
import type { JournalDoc } from '@/domain/journal';
import { reasonOf, TransportError } from './transport-error';
import type { Cursor, PushAnswer, ScopePage, Transport } from './types';
import { parseAnswers, parsePages } from './wire';

/** A request without an answer for so long is given up, ms. */
const TIMEOUT_MS = 30_000;

interface RpcAnswer {
  data: unknown;
  error: PostgrestError | null;
  status: number;
}

/** The account that a token was made for; undefined for none that can be read. */
export function subjectOf(token: string): string | undefined {
  try {
    const payload = token.split('.')[1] ?? '';
    const claims: unknown = JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/')));
    return typeof claims === 'object' && claims !== null && 'sub' in claims && typeof claims.sub === 'string'
      ? claims.sub
      : undefined;
  } catch {
    return undefined;
  }
}

export class SupabaseTransport implements Transport {
  readonly #client: SupabaseClient;
  readonly #account: string;
  #renewing: Promise<void> | undefined;

  constructor(client: SupabaseClient, account: string) {
    this.#client = client;
    this.#account = account;
  }

  async pull(cursors: Cursor[], limit: number): Promise<ScopePage[]> {
    return parsePages(await this.#call('sync_pull', { p_cursors: cursors, p_limit: limit }));
  }

  async push(docs: JournalDoc[]): Promise<PushAnswer[]> {
    return parseAnswers(await this.#call('sync_push', { p_docs: docs }), docs);
  }

  listen(
    scopes: string[],
    onPoke: (scope: string, spreadMs: number) => void,
    onJoined: (scope: string) => void,
  ): () => void {
    const channels = scopes.map((scope): RealtimeChannel => {
      const channel = this.#client.channel(`scope:${scope}`, { config: { private: true } });
      channel.on('broadcast', { event: 'poke' }, ({ payload }: { payload?: { spread_ms?: unknown } }) =>
        onPoke(scope, Number(payload?.spread_ms ?? 0)),
      );
      return channel.subscribe((state) => {
        if (state === 'SUBSCRIBED') onJoined(scope);
      });
    });
    return () => {
      for (const channel of channels) void this.#client.removeChannel(channel);
    };
  }

  async #call(name: 'sync_pull' | 'sync_push', args: Record<string, unknown>): Promise<unknown> {
    const token = await this.#token();
    const request = this.#client.rpc(name, args).abortSignal(AbortSignal.timeout(TIMEOUT_MS)).retry(false);
    const { data, error, status }: RpcAnswer = await (token
      ? request.setHeader('Authorization', `Bearer ${token}`)
      : request);
    if (!error) return data;
    const reason = reasonOf(status, error.code);
    if (reason === 'unauthorised') await this.#renew();
    throw new TransportError(reason, error.message);
  }

  /** The account's own token; none for the visitor. */
  async #token(): Promise<string | undefined> {
    if (this.#account === VISITOR) return undefined;
    const { data, error } = await this.#client.auth.getSession();
    const token = data.session?.access_token;
    if (token && subjectOf(token) === this.#account) return token;
    // A token that could not be renewed because nobody answered is no token that was refused.
    const waits = error && (error.status === undefined || isAuthRetryableFetchError(error));
    throw new TransportError(waits ? reasonOf(error.status) : 'unauthorised', 'The account has no token now');
  }

  /** The server refuses a token that looks good here: this device's clock may be wrong. */
  #renew(): Promise<void> {
    this.#renewing ??= this.#client.auth
      .refreshSession()
      .then(
        () => undefined,
        () => undefined,
      )
      .finally(() => {
        this.#renewing = undefined;
      });
    return this.#renewing;
  }
}
