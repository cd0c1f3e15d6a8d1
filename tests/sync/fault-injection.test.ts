import 'fake-indexeddb/auto';
import type { Doc } from '@sync/journal/push';
import { applyPage } from '@sync/mirror/apply';
import type { PushAnswer, ScopePage } from '@sync/protocol/types';
import { describe, expect, test } from 'vitest';
import type { JournalData, JournalDoc } from '@/domain/journal';
import type { Device, DeviceOptions } from '../helpers/devices';
import { ModelServer } from '../helpers/model-server';
import { modelSchool, type Outcome, simulate } from '../helpers/simulate';

// Tests of the simulation itself: each test injects a known bug of sync engines, and the simulation's checks must find it.

const TRIES = 12;
/** Time limit (ms) within which a simulation without a fault must converge. */
const LONG = 30_000;

interface Fault {
  /** Matches the problem that the checks must report. */
  says: RegExp;
  poison?: boolean;
  device?: DeviceOptions;
  server?: (server: ModelServer) => void;
  Server?: typeof ModelServer;
}

async function world(seed: number, fault: Fault, patience = 2_500): Promise<Outcome> {
  const { server, truth, mutateServer } = modelSchool(fault.Server);
  fault.server?.(server);
  const without = { poison: !fault.poison };
  return simulate({
    seed,
    acts: 30,
    backend: server,
    truth,
    mutateServer,
    patience,
    device: fault.device ?? {},
    without,
  });
}

/** Runs simulations with the fault. @returns the matching problems of the first seed that has any */
async function caught(fault: Fault): Promise<string[]> {
  for (let seed = 1; seed <= TRIES; seed++) {
    const problems = (await world(seed, fault)).problems.filter((problem) => fault.says.test(problem));
    if (problems.length) {
      console.info(`caught with seed ${seed}: ${problems[0]?.slice(0, 160)}`);
      return problems;
    }
  }
  return [];
}

const sent = ({ id, kind, at, active_on, rev, data }: Doc): JournalDoc => ({ id, kind, at, active_on, rev, data });
const confirmed = (doc: JournalDoc): Doc => ({ ...doc, pending: false, _deleted: false });

/** A naive push handler: it throws when the server rejects the call. */
const naivePush = (device: Device) => async (docs: Doc[]) => {
  const waiting = docs.filter(({ pending }) => pending);
  if (waiting.length === 0) return [];
  const answers = await device.transport.push(waiting.map(sent));
  return answers.map((answer, i) => confirmed(answer.doc ?? sent(waiting[i] as Doc)));
};

/** A blind push handler: it assumes that the server stored each document exactly as it was sent. */
const blindPush = (device: Device) => async (docs: Doc[]) => {
  const waiting = docs.filter(({ pending }) => pending);
  if (waiting.length === 0) return [];
  const answers: PushAnswer[] = await device.transport.push(waiting.map(sent));
  const taken = new Set(answers.filter(({ status }) => status !== 'rejected').map(({ id }) => id));
  for (const { id } of waiting) {
    if (taken.has(id)) await device.journal.writer.modify(id, (stored) => stored && { ...stored, pending: false });
  }
  return answers.flatMap(({ status, doc }) => (status === 'rejected' && doc ? [confirmed(doc)] : []));
};

/** A server whose transactions may commit out of order, so that rows appear behind the cursor. */
class LateServer extends ModelServer {
  readonly #hidden = new Map<object, number>();
  #turn = 0;

  override publish(name: string, kind: string, id: string, body: Record<string, unknown> | null): void {
    super.publish(name, kind, id, body);
    const row = this.scope(name).rows.get(`${kind}/${id}`);
    if (row && ++this.#turn % 3 === 0) this.#hidden.set(row, performance.now() + 60);
  }

  override async pull(...[account, cursors, limit]: Parameters<ModelServer['pull']>): Promise<ScopePage[]> {
    const pages = await super.pull(account, cursors, limit);
    return pages.map((page): ScopePage => {
      if (page.denied) return page;
      const rows = page.rows.filter(
        (row) =>
          (this.#hidden.get(this.scope(page.scope).rows.get(`${row.kind}/${row.id}`) ?? row) ?? 0) < performance.now(),
      );
      return { ...page, rows };
    });
  }
}

const faults: Record<string, Fault> = {
  'a push that throws on one poisoned document': {
    says: /waits/,
    poison: true,
    device: { parts: (device) => ({ push: naivePush(device), first: false }) },
  },
  'a page that is passed over after a storage error': {
    says: /lacks|missing|differs/,
    device: {
      parts: () => {
        let pages = 0;
        return {
          sameDigest: () => true,
          applyPage: (mirror, page, asked, filling) =>
            applyPage(mirror, page.rows.length && ++pages % 4 === 0 ? { ...page, rows: [] } : page, asked, filling),
        };
      },
    },
  },
  'a clock set back without a rescue pass': {
    says: /waits/,
    device: { parts: () => ({ rescue: false, first: false }) },
  },
  'a row that the server altered while a pull overlapped': {
    says: /differs/,
    device: { parts: (device) => ({ push: blindPush(device), first: false, verify: false }) },
  },
  'a merge that adds what was earned': {
    says: /ms spent/,
    server: (server) => {
      const { merge } = server;
      server.merge = (stored, doc) => {
        const merged = merge(stored, doc);
        if (doc.kind !== 'attempt') return merged;
        const [a, b, data] = [stored, doc, merged].map((one) => one.data as JournalData['attempt']) as [
          JournalData['attempt'],
          JournalData['attempt'],
          JournalData['attempt'],
        ];
        return { ...merged, data: { ...data, time_spent: a.time_spent + Math.max(0, b.time_spent) } };
      };
    },
  },
  'a conflict handler that throws': {
    says: /note.* waits/,
    device: {
      resolve: async ({ newDocumentState, realMasterState }) => {
        if (newDocumentState.kind === 'note') throw new Error('an unexpected shape');
        return realMasterState;
      },
    },
    // Reject notes, so that RxDB calls the conflict handler for them. Accepted documents are stored without it.
    server: (server) => {
      server.rejects = ({ kind }) => (kind === 'note' ? 'forbidden' : undefined);
    },
  },
  'a rejection that the device does not accept': {
    says: /was sent \d+ times/,
    device: { resolve: async ({ newDocumentState }) => newDocumentState },
    server: (server) => {
      server.rejects = ({ kind }) => (kind === 'cart' ? 'forbidden' : undefined);
    },
  },
  'a cursor that passes numbers whose transactions commit later': {
    says: /lacks|missing/,
    device: { parts: () => ({ sameDigest: () => true }) },
    Server: LateServer,
  },
};

describe('the simulation catches this fault:', () => {
  test.each(Object.entries(faults))('%s', async (_, fault) => {
    expect(await caught(fault)).not.toEqual([]);
  });
});

test('without the faults the same simulations pass', async () => {
  for (let seed = 1; seed <= 3; seed++)
    expect((await world(seed, { says: /./, poison: true }, LONG)).problems).toEqual([]);
  const rejecting = (server: ModelServer) => {
    server.rejects = ({ kind }) => (kind === 'cart' ? 'forbidden' : undefined);
  };
  expect((await world(4, { says: /./, server: rejecting }, LONG)).problems).toEqual([]);
});
