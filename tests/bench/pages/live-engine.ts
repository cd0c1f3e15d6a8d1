import { openMirror, startSync, supabase, syncStatus } from '@sync';
import { liveQuery } from 'dexie';
import { type BenchAccount, backend, Sightings } from '../shared/session';

// A device that runs the app's real engine and a live query, as a screen does.

const sightings = new Sightings();

Object.assign(window, {
  device: {
    async start({ uid, email, password }: BenchAccount) {
      const client = await supabase(backend());
      const { error } = await client.auth.signInWithPassword({ email, password });
      if (error) throw error;
      const mirror = openMirror(uid);
      liveQuery(() => mirror.notifications.toArray()).subscribe((rows) =>
        sightings.note(rows.map(({ title }) => title)),
      );
      await startSync({ account: uid, config: backend() });
      await new Promise<void>((resolve) => {
        const look = () => syncStatus.getState().restored && resolve();
        syncStatus.subscribe(look);
        look();
      });
    },
    seen: (title: string) => sightings.of(title),
  },
});
