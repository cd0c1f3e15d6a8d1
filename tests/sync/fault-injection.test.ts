import 'fake-indexeddb/auto';
import { applyPage } from '@sync/mirror/apply';
import type { Outbox } from '@sync/outbox/outbox';
import { TransportError } from '@sync/protocol/errors';
import type { ScopePage } from '@sync/protocol/types';
import { describe, expect, test } from 'vitest';
import type { JournalData } from '@/shared/journal';
import type { DeviceOptions } from '../helpers/devices';
import { ModelServer } from '../helpers/model-server';
import type { FaultyTransport } from '../helpers/network-profile';
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

/** A device that takes the rejection of a batch for an outage, and so never finds the document that causes it. */
const takeForOutage = (_: Outbox, transport: FaultyTransport) => {
  const push = transport.push.bind(transport);
  transport.push = (docs) =>
    push(docs).catch((error: unknown) => {
      throw error instanceof TransportError ? new TransportError('network', error.message) : error;
    });
};

/** A device that finds unsent documents by their time and so passes over those written after the clock was set back. */
const sendByTime = (outbox: Outbox) => {
  const pending = outbox.pending.bind(outbox);
  let until = 0;
  outbox.pending = () => {
    const found = pending().filter(({ at }) => at > until);
    until = Math.max(until, ...found.map(({ at }) => at));
    return found;
  };
};

/** A device that assumes that the server stored each document exactly as it was sent. */
const assumeStored = (_: Outbox, transport: FaultyTransport) => {
  const push = transport.push.bind(transport);
  transport.push = async (docs) =>
    (await push(docs)).map(({ doc, rev = 0, ...answer }) => ({ ...answer, rev: rev + (doc ? 1_000 : 0) }));
};

/** A device that removes a document once the server has answered, even if it was changed meanwhile. */
const removeChanged = (outbox: Outbox) => {
  const confirm = outbox.confirm.bind(outbox);
  outbox.confirm = (sent) => {
    const ids = new Set(sent.map(({ id }) => id));
    return confirm(outbox.docs().filter(({ id }) => ids.has(id)));
  };
};

/** A device that does not note that the server has rejected a document. */
const ignoreRejections = (outbox: Outbox) => {
  outbox.reject = async () => undefined;
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
    device: { break: takeForOutage },
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
  'documents that are found by their time, with a clock that is set back': {
    says: /waits/,
    device: { break: sendByTime },
  },
  'a row that the server altered while a pull overlapped': {
    says: /differs/,
    device: { break: assumeStored },
  },
  'a confirmation that removes what was written meanwhile': {
    says: /is not in|never arrived|lost to/,
    device: { break: removeChanged },
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
  'a rejection that the device does not accept': {
    says: /was sent \d+ times/,
    device: { break: ignoreRejections },
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
  test.each(Object.entries(faults))('%s [WORLD-2]', async (_, fault) => {
    expect(await caught(fault)).not.toEqual([]);
  });
});

test('without the faults the same simulations pass [WORLD-1]', async () => {
  for (let seed = 1; seed <= 3; seed++)
    expect((await world(seed, { says: /./, poison: true }, LONG)).problems).toEqual([]);
  const rejecting = (server: ModelServer) => {
    server.rejects = ({ kind }) => (kind === 'cart' ? 'forbidden' : undefined);
  };
  expect((await world(4, { says: /./, server: rejecting }, LONG)).problems).toEqual([]);
});
