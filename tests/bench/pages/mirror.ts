import { closeMirror, openMirror } from '@sync';
import { Puller } from '@sync/mirror/pull';
import { parsePages } from '@sync/protocol/wire';
import { systemClock } from '@/shared/clock';
import { fetchPage, offer } from '../shared/peer';

// The app's mirror, filled by its own puller, which parses responses, writes pages and cursors, and compares the digest.

const ACCOUNT = 'bench';
const videos = () => openMirror(ACCOUNT).table('videos');

offer({
  async firstSync(total) {
    const started = performance.now();
    const puller = new Puller({
      account: ACCOUNT,
      mirror: openMirror(ACCOUNT),
      clock: systemClock,
      limit: 1_000,
      putBack: () => Promise.resolve(),
      transport: {
        async pull(cursors, limit) {
          const shared = cursors.find(({ scope }) => scope === 'public');
          const page = shared && (await fetchPage(shared.seq, total, limit));
          return parsePages(
            cursors.map(({ scope }) =>
              scope === 'public' ? page : { scope, epoch: 1, rows: [], seq: 0, more: false },
            ),
          );
        },
        push: () => Promise.reject(new Error('nothing is pushed')),
        listen: () => () => undefined,
      },
    });
    const { differing } = await puller.pull();
    if (differing.length > 0) throw new Error('the digest differs');
    const ms = performance.now() - started;
    closeMirror();
    return ms;
  },
  async coldStart() {
    const started = performance.now();
    const rows = await videos().limit(20).toArray();
    return { ms: performance.now() - started, rows: rows.length };
  },
  count: () => videos().count(),
});
