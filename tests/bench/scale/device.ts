// A device without a screen, with the engine's pauses and joined channels: sync/engine/loop.ts and sync/engine/pokes.ts.
import { Agent, request } from 'node:http';
import { WebSocket } from 'ws';
import { JOINED_SPREAD_MS, POLL_JITTER, POLL_MS } from '../../../src/shared/app-limits';
import { note } from './documents.mjs';
import { WRITE_MS } from './sizes.mjs';

export interface School {
  url: string;
  key: string;
}
export interface Account {
  uid: string;
  token: string;
  cursors: { scope: string; seq: number; epoch: number }[];
}
interface Page {
  scope: string;
  seq: number;
  epoch: number;
  more?: boolean;
  denied?: true;
  rows?: { id: string; body: { title?: string } | null }[];
}

/** The figures of all devices of a program. */
export class Figures {
  pulls: number[] = [];
  pushes: number[] = [];
  errors: string[] = [];
  /** The course title that the devices wait for. */
  awaited = '';
  /** When each device received it (Unix time, ms). */
  arrivals: number[] = [];
}

/** The pause of a phone's heartbeat (ms), supabase-js's default. */
const HEARTBEAT_MS = 25_000;
/** How long a pull waits for the poke that belongs to the same push (ms): SETTLING_MS in sync/engine/loop.ts. */
const SETTLING_MS = 50;
/** A proxy keeps connections and shares them between devices. */
const agent = new Agent({ keepAlive: true, maxSockets: 64 });
const jittered = (ms: number) => ms * (1 + POLL_JITTER * (2 * Math.random() - 1));

/** @throws Error for another status than 200 */
function call(school: School, address: string, token: string, name: string, body: object): Promise<unknown> {
  const text = JSON.stringify(body);
  const headers = {
    apikey: school.key,
    authorization: `Bearer ${token}`,
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(text),
    'x-forwarded-for': address,
  };
  return new Promise((done, failed) => {
    const sent = request(`${school.url}/rest/v1/rpc/${name}`, { method: 'POST', headers, agent }, (answer) => {
      const parts: Buffer[] = [];
      answer.on('data', (part: Buffer) => parts.push(part));
      answer.once('error', failed);
      answer.once('end', () => {
        const said = Buffer.concat(parts).toString();
        if (answer.statusCode === 200) done(JSON.parse(said));
        else failed(new Error(`${name} answered ${answer.statusCode}: ${said.slice(0, 200)}`));
      });
    });
    sent.once('error', failed);
    sent.end(text);
  });
}

export class Device {
  readonly #school: School;
  readonly #account: Account;
  readonly #figures: Figures;
  /** The address in X-Forwarded-For, because rate limits count per address. */
  readonly #address: string;
  #socket: WebSocket | undefined;
  #isOver = false;
  #isPulling = false;
  #isWanted = false;
  #timers = new Map<'poll' | 'poke' | 'write' | 'heartbeat', NodeJS.Timeout>();

  constructor(school: School, account: Account, figures: Figures, n: number) {
    this.#school = school;
    this.#account = account;
    this.#figures = figures;
    this.#address = `10.${n >> 16}.${(n >> 8) & 255}.${n & 255}`;
  }

  /** Connects and joins the channels of all scopes. Resolves when each join is answered. */
  async open(): Promise<void> {
    const { url, key } = this.#school;
    const socket = new WebSocket(`${url.replace(/^http/, 'ws')}/realtime/v1/websocket?apikey=${key}&vsn=2.0.0`, {
      perMessageDeflate: false,
      headers: { 'x-forwarded-for': this.#address },
    });
    this.#socket = socket;
    await new Promise((done, failed) => socket.once('open', done).once('error', failed));
    const scopes = this.#account.cursors.map(({ scope }) => scope);
    await new Promise<void>((done) => {
      let joined = 0;
      socket.on('message', (data) => {
        const [, , , event, payload] = JSON.parse(String(data));
        if (event === 'broadcast') this.#onPoke(payload.payload.spread_ms);
        if (event !== 'phx_reply') return;
        if (payload.status !== 'ok') this.#figures.errors.push(`join: ${JSON.stringify(payload)}`);
        joined += 1;
        if (joined === scopes.length) done();
      });
      socket.once('close', () => {
        if (!this.#isOver) this.#figures.errors.push('a socket was closed');
        done();
      });
      for (const [index, scope] of scopes.entries()) {
        const join = { config: { private: true }, access_token: this.#account.token };
        socket.send(JSON.stringify([String(index), String(index), `realtime:scope:${scope}`, 'phx_join', join]));
      }
    });
    this.#onPoke(JOINED_SPREAD_MS);
    const beat = () => {
      socket.send(JSON.stringify([null, '0', 'phoenix', 'heartbeat', {}]));
      this.#later('heartbeat', HEARTBEAT_MS, beat);
    };
    this.#later('heartbeat', Math.random() * HEARTBEAT_MS, beat);
  }

  /** Writes a note every WRITE_MS from now on. */
  act(): void {
    const write = async () => {
      await this.#timed(this.#figures.pushes, async () => {
        const answers = (await this.#call('sync_push', { p_docs: [note(this.#account.uid)], p_version: 1 })) as {
          status: string;
        }[];
        if (answers[0]?.status !== 'applied') throw new Error(`push: ${JSON.stringify(answers)}`);
      });
      this.#onPoke(0);
      this.#later('write', jittered(WRITE_MS), write);
    };
    this.#later('write', Math.random() * WRITE_MS, write);
  }

  close(): void {
    this.#isOver = true;
    for (const timer of this.#timers.values()) clearTimeout(timer);
    this.#socket?.terminate();
  }

  #later(name: 'poll' | 'poke' | 'write' | 'heartbeat', ms: number, work: () => unknown): void {
    clearTimeout(this.#timers.get(name));
    if (!this.#isOver) this.#timers.set(name, setTimeout(work, ms));
  }

  #call(name: string, body: object): Promise<unknown> {
    return call(this.#school, this.#address, this.#account.token, name, body);
  }

  async #timed(times: number[], work: () => Promise<void>): Promise<void> {
    const begun = performance.now();
    try {
      await work();
    } catch (error) {
      this.#figures.errors.push(String(error));
    }
    times.push(performance.now() - begun);
  }

  #due = Number.POSITIVE_INFINITY;
  #onPoke(spreadMs: number): void {
    const due = performance.now() + Math.max(SETTLING_MS, Math.random() * spreadMs);
    if (due >= this.#due) return;
    this.#due = due;
    this.#later('poke', due - performance.now(), () => {
      this.#due = Number.POSITIVE_INFINITY;
      void this.#pull();
    });
  }

  /** Pulls to the heads of all scopes; a wish during a pull causes one more. */
  async #pull(): Promise<void> {
    this.#isWanted = true;
    if (this.#isPulling) return;
    this.#isPulling = true;
    while (this.#isWanted && !this.#isOver) {
      this.#isWanted = false;
      await this.#timed(this.#figures.pulls, async () => {
        const body = { p_cursors: this.#account.cursors, p_limit: 500, p_version: 1 };
        const pages = (await this.#call('sync_pull', body)) as Page[];
        if (pages.some(({ denied }) => denied)) throw new Error('a scope was denied');
        this.#account.cursors = pages.map(({ scope, seq, epoch }) => ({ scope, seq, epoch }));
        this.#isWanted ||= pages.some(({ more }) => more);
        if (pages.some(({ rows }) => rows?.some(({ body: row }) => row?.title === this.#figures.awaited)))
          this.#figures.arrivals.push(Date.now());
      });
    }
    this.#isPulling = false;
    this.#later('poll', jittered(POLL_MS), () => void this.#pull());
  }
}
