/** Actions of simulated learners, chosen by the device's random generator. */

import type { Change } from '@sync/protocol/types';
import { joinIntervals } from '@/shared/intervals';
import type { JournalData, Kind, StoredJournalDoc } from '@/shared/journal';
import { localDate } from '@/shared/local-date';
import type { Device } from './devices';
import { QUESTION, THINGS, type World } from './simulated-school';

const DAY_MS = 86_400_000;

type Write = <K extends Kind>(kind: K, key: string, change: Change<K>) => Promise<StoredJournalDoc<K> | undefined>;

/**
 * Creates the function with which a device writes documents. The function adds each acknowledged document to the ledger, and returns undefined
 * if the write fails because the disk is full or the device has closed.
 */
function writerOf(world: World, device: Device): Write {
  return async (kind, key, change) => {
    try {
      const doc = await device.outbox.write(kind, key, change);
      world.ledger.push({ account: device.account, doc, skewed: device.skew !== 0 });
      return doc;
    } catch (error) {
      if (device.full || !device.isOpen) return undefined;
      throw error;
    }
  };
}

type Act = (write: Write, device: Device, mine: Mine) => Promise<unknown>;

/** Ids that a device needs for later actions on its own documents. */
export interface Mine {
  attempts: string[];
  comments: { id: string; video: string; content: string; created_at: number }[];
  notes: string[];
}

const toggles =
  (kind: 'like' | 'registration' | 'cart'): Act =>
  (write, { random }) => {
    const id = random.pick(THINGS);
    if (kind === 'like') return write('like', id, () => ({ video_id: id, liked: random.chance(0.6) }));
    if (kind === 'cart') return write('cart', id, () => ({ product_id: id, quantity: random.below(5) }));
    return write('registration', id, () => ({ event_id: id, registered: random.chance(0.7) }));
  };

/** What a learner does with each kind of documents, and how often. */
const acts: Record<Kind, readonly { weight: number; act: Act }[]> = {
  progress: [
    {
      weight: 8,
      act: (write, { random }) => {
        const id = random.pick(THINGS);
        const from = random.below(600) * 1_000;
        return write('progress', id, (before, at) => ({
          video_id: id,
          course_id: id,
          intervals: joinIntervals(before?.data.intervals ?? [], [[from, from + 30_000]]),
          position: from + 30_000,
          position_at: at,
          duration: 700_000,
          completed: before?.data.completed || random.chance(0.1),
          first_watched: before?.data.first_watched ?? at,
        }));
      },
    },
  ],
  attempt: [
    {
      weight: 2,
      act: async (write, { random }, mine) => {
        const key = random.uuid();
        const begun = await write('attempt', key, (_, at) => ({
          test_id: THINGS[0] as string,
          started_at: at,
          finished_at: null,
          time_spent: 0,
          answers: {},
        }));
        if (begun) mine.attempts.push(key);
      },
    },
    {
      weight: 4,
      act: async (write, { random }, mine) => {
        const key = mine.attempts.at(-1);
        if (!key) return;
        await write('attempt', key, (before, at) => {
          if (!before || before.data.finished_at !== null) return before?.data as JournalData['attempt'];
          const answers = { ...before.data.answers, [QUESTION]: { options: [random.pick(['a', 'b'])], at } };
          return { ...before.data, time_spent: before.data.time_spent + 1_000 + random.below(5_000), answers };
        });
      },
    },
    {
      weight: 2,
      act: async (write, _, mine) => {
        const key = mine.attempts.pop();
        if (key)
          await write('attempt', key, (before, at) => ({
            ...(before?.data as JournalData['attempt']),
            finished_at: at,
          }));
      },
    },
  ],
  day: [{ weight: 2, act: (write, device) => write('day', localDate(device.clock.now()), () => ({})) }],
  read: [
    {
      weight: 2,
      act: (write, { random, account }) => {
        // The first account reads its own notifications. The second one reads only the third, which on the real SQL belongs to an account without
        // a device (`FREE`), so that this write is rejected there.
        const mine = THINGS.filter((_, i) => (i === 2) === account.startsWith('2'));
        const id = random.pick(mine);
        return write('read', id, (before) => ({
          notification_id: id,
          deleted: before?.data.deleted || random.chance(0.2),
        }));
      },
    },
  ],
  like: [{ weight: 4, act: toggles('like') }],
  cart: [{ weight: 2, act: toggles('cart') }],
  registration: [{ weight: 2, act: toggles('registration') }],
  comment: [
    {
      weight: 3,
      act: async (write, { random }, mine) => {
        const [id, video] = [random.uuid(), random.pick(THINGS)];
        const content = `коментар ${id}`;
        const doc = await write('comment', id, (_, at) => ({
          video_id: video,
          content,
          created_at: at,
          deleted: false,
        }));
        if (doc) mine.comments.push({ id, video, content, created_at: doc.data.created_at });
      },
    },
    {
      weight: 1,
      act: async (write, _, mine) => {
        const comment = mine.comments.pop();
        if (comment)
          await write('comment', comment.id, (before) => ({
            ...(before?.data as JournalData['comment']),
            deleted: true,
          }));
      },
    },
  ],
  note: [
    {
      weight: 3,
      act: async (write, { random }, mine) => {
        const key = mine.notes.length > 0 && random.chance(0.6) ? random.pick(mine.notes) : random.uuid();
        const text = `бележка ${random.below(1_000_000)}`;
        const video = random.pick(THINGS);
        const doc = await write('note', key, (before, at) => ({
          video_id: before?.data.video_id ?? video,
          versions: [{ at, text, position: 1_000, deleted: false }, ...(before?.data.versions ?? [])].slice(0, 20),
        }));
        if (doc && !mine.notes.includes(key)) mine.notes.push(key);
      },
    },
  ],
  profile: [
    {
      weight: 1,
      act: (write, { random }) =>
        write('profile', 'me', (before, at) => ({
          fields: { ...before?.data.fields, bio: { value: `за мен ${random.below(100)}`, at } },
        })),
    },
  ],
  view: [
    {
      weight: 1,
      act: (write, { random }) => {
        const id = random.pick(THINGS);
        return write('view', `news/${id}`, () => ({ news_id: id }));
      },
    },
  ],
  // More than five forms an hour are rejected, and a simulated hour has hundreds of actions.
  form: [],
};
const everyAct = Object.values(acts).flat();

const total = everyAct.reduce((sum, { weight }) => sum + weight, 0);

export async function act(world: World, device: Device, mine: Mine): Promise<void> {
  let at = device.random.below(total);
  for (const { weight, act: one } of everyAct) {
    at -= weight;
    if (at >= 0) continue;
    await one(writerOf(world, device), device, mine);
    return;
  }
}

/** Stores a document that no database accepts. Bypasses `write`, because only an older version or a bug could create such a document. */
export async function poison(device: Device): Promise<void> {
  const id = `comment/${device.random.uuid()}`;
  const at = device.clock.now();
  const data = { video_id: THINGS[0] as string, content: 'отрова\u0000', created_at: at, deleted: false };
  await device.outbox
    .putBack([{ id, kind: 'comment', at, active_on: localDate(at), rev: 0, data }])
    .catch(() => undefined);
}

/** Sets the device's clock wrong by up to a day, or right again. */
export function shiftClock(device: Device): void {
  device.skew = device.random.chance(0.3) ? 0 : Math.round((device.random.next() * 2 - 1) * DAY_MS);
}
