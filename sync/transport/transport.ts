/**
 * Implements `Transport` with supabase-js: RPC calls and realtime pokes.
 * Guarantees: each request carries the token of its own account or is not sent. So when another account signs in on this device,
 * no document of the first account is sent in the name of the second.
 * Rule: failed calls throw TransportErrors: `rejected` if a retry would get the same response, otherwise a reason to wait.
 */
import {
  isAuthRetryableFetchError,
  type PostgrestError,
  type RealtimeChannel,
  type SupabaseClient,
} from '@supabase/supabase-js';
import type { JournalDoc } from '@/shared/journal';
import { textClaim } from '@/shared/jwt';
import { VISITOR } from '@/shared/names';
import { WIRE_VERSION } from '@/shared/product';
import { TransportError, waitReasonOf } from '../protocol/errors';
import type { Cursor, PushAnswer, ScopePage, Transport } from '../protocol/types';
import { parseAnswers, parsePages } from '../protocol/wire';

/** Request timeout (ms). */
const TIMEOUT_MS = 30_000;

interface RpcAnswer {
  data: unknown;
  error: PostgrestError | null;
  status: number;
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
    return parsePages(await this.#call('sync_pull', { p_cursors: cursors, p_limit: limit, p_version: WIRE_VERSION }));
  }

  async push(docs: JournalDoc[]): Promise<PushAnswer[]> {
    // Visitors may only send forms, through a separate function.
    const name = this.#account === VISITOR ? 'send_forms' : 'sync_push';
    return parseAnswers(await this.#call(name, { p_docs: docs, p_version: WIRE_VERSION }), docs);
  }

  listen(
    scopes: string[],
    onPoke: (scope: string, spreadMs: number) => void,
    onJoined: (scope: string) => void,
  ): () => void {
    const channels: RealtimeChannel[] = [];
    let left = false;
    const join = (scope: string) => {
      const channel = this.#client.channel(`scope:${scope}`, { config: { private: true } });
      channel.on('broadcast', { event: 'poke' }, ({ payload }: { payload?: { spread_ms?: unknown } }) =>
        onPoke(scope, Number(payload?.spread_ms ?? 0)),
      );
      channels.push(
        channel.subscribe((state) => {
          if (state === 'SUBSCRIBED') onJoined(scope);
        }),
      );
    };
    // A join that is sent before the token is known is refused.
    void this.#client.realtime
      .setAuth()
      .catch((error: unknown) => console.warn('The channels have no token yet:', error))
      .then(() => {
        if (!left) scopes.forEach(join);
      });
    return () => {
      left = true;
      for (const channel of channels) void this.#client.removeChannel(channel);
    };
  }

  async #call(name: 'sync_pull' | 'sync_push' | 'send_forms', args: Record<string, unknown>): Promise<unknown> {
    const token = await this.#token();
    const request = this.#client.rpc(name, args).abortSignal(AbortSignal.timeout(TIMEOUT_MS)).retry(false);
    const { data, error, status }: RpcAnswer = await (token
      ? request.setHeader('Authorization', `Bearer ${token}`)
      : request);
    if (!error) return data;
    const reason = waitReasonOf(status, error.code, error.message);
    if (reason === 'unauthorised') await this.#renew();
    throw new TransportError(reason, error.message);
  }

  /** Returns the account's own access token; undefined for a visitor. @throws TransportError if an account has no token now */
  async #token(): Promise<string | undefined> {
    if (this.#account === VISITOR) return undefined;
    const { data, error } = await this.#client.auth.getSession();
    const token = data.session?.access_token;
    if (token && textClaim(token, 'sub') === this.#account) return token;
    // If the auth service did not respond, the token was not rejected: wait for the network instead of signing out.
    const waits = error && (error.status === undefined || isAuthRetryableFetchError(error));
    throw new TransportError(waits ? waitReasonOf(error.status) : 'unauthorised', 'The account has no token now');
  }

  /** Refreshes a token that the server rejected, even if the token looks valid on this device, because the device's clock may be wrong. */
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
