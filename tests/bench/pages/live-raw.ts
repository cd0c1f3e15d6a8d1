import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import { Dexie, liveQuery } from 'dexie';
import { type BenchAccount, backend, Sightings } from '../shared/session';

// A minimal client with the same realtime channels, RPC and scopes as the engine; it puts rows into Dexie as they arrive.

interface Page {
  scope: string;
  seq: number;
  more: boolean;
  rows: { kind: string; id: string; seq: number; deleted: boolean; body: { title?: string } }[];
}

const sightings = new Sightings();

async function follow(client: SupabaseClient, db: Dexie, uid: string) {
  const cursors = [`account:${uid}`, `journal:${uid}`, 'public', 'plan:basic', 'plan:premium'].map((scope) => ({
    scope,
    seq: 0,
  }));
  let running = false;
  let wanted = false;
  const pull = async () => {
    wanted = true;
    if (running) return;
    running = true;
    while (wanted) {
      wanted = false;
      const { data, error } = await client.rpc('sync_pull', { p_cursors: cursors, p_limit: 1_000 });
      if (error) throw error;
      const pages = data as Page[];
      await db.transaction('rw', 'rows', 'notifications', 'cursors', async () => {
        for (const page of pages) {
          const rows = page.rows.map((row) => ({ ...row.body, id: row.id, kind: row.kind, _seq: row.seq }));
          const [notes, others] = [
            rows.filter(({ kind }) => kind === 'notifications'),
            rows.filter(({ kind }) => kind !== 'notifications'),
          ];
          if (notes.length) await db.table('notifications').bulkPut(notes);
          if (others.length) await db.table('rows').bulkPut(others);
          await db.table('cursors').put({ scope: page.scope, seq: page.seq });
        }
      });
      for (const [i, page] of pages.entries()) {
        const cursor = cursors[i];
        if (cursor) cursor.seq = page.seq;
        wanted ||= page.more;
      }
    }
    running = false;
  };
  const joined = cursors.map(
    ({ scope }) =>
      new Promise<void>((resolve) => {
        const channel = client.channel(`scope:${scope}`, { config: { private: true } });
        channel.on('broadcast', { event: 'poke' }, () => void pull());
        channel.subscribe((state) => state === 'SUBSCRIBED' && resolve());
      }),
  );
  await Promise.all([...joined, pull()]);
}

Object.assign(window, {
  device: {
    async start({ uid, email, password }: BenchAccount) {
      const { url, key } = backend();
      const client = createClient(url, key, { auth: { storageKey: 'bench-live' } }); // its own key, because the engine runs in the same browser
      const { error } = await client.auth.signInWithPassword({ email, password });
      if (error) throw error;
      const db = new Dexie('bench-live');
      db.version(1).stores({ rows: '[kind+id]', notifications: 'id, created_at', cursors: 'scope' });
      liveQuery(() => db.table<{ title: string }>('notifications').toArray()).subscribe((rows) =>
        sightings.note(rows.map(({ title }) => title)),
      );
      await follow(client, db, uid);
    },
    seen: (title: string) => sightings.of(title),
  },
});
