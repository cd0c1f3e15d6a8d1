import { openMirror, openOutbox, startSync, stopSync, supabase, syncStatus } from '@sync';
import { type BenchAccount, backend } from '../shared/session';
import { noteText, VIDEO } from '../shared/writes';

// The app's outbox: writes documents one by one offline, then pushes them with the real engine.

Object.assign(window, {
  peer: {
    async write(uid: string, count: number) {
      openMirror(uid);
      const outbox = await openOutbox(uid);
      const started = performance.now();
      for (let n = 0; n < count; n++) {
        await outbox.write('note', crypto.randomUUID(), (_, at) => ({
          video_id: VIDEO,
          versions: [{ at, text: noteText(n), position: n * 10, deleted: false }],
        }));
      }
      return performance.now() - started;
    },
    /** Measures the time from the engine's start (code already loaded) to the last stored confirmation. */
    async push({ uid, email, password }: BenchAccount, count: number) {
      const client = await supabase(backend());
      const { error } = await client.auth.signInWithPassword({ email, password });
      if (error) throw error;
      openMirror(uid);
      await openOutbox(uid);
      await stopSync();
      const started = performance.now();
      let most = 0;
      const sent = new Promise<number>((resolve) => {
        syncStatus.subscribe(() => {
          const { pending } = syncStatus.getState();
          most = Math.max(most, pending);
          if (most === count && pending === 0) resolve(performance.now() - started);
        });
      });
      await startSync({ account: uid, config: backend() });
      const ms = await sent;
      const { rejected } = syncStatus.getState();
      await stopSync();
      return { ms, rejected };
    },
  },
});
