/**
 * PGlite's file system with a working fsync.
 * PGlite starts PostgreSQL with fsync off, and its Node file system has no fsync operation: a commit would be acknowledged while its bytes are
 * only in the page cache, and a power cut could damage the whole database.
 * Guarantees: a transaction is acknowledged only once its WAL is on disk; PostgreSQL's order of writes holds across a power cut.
 * DANGER: patches internals of PGlite 0.4.5 (`FS.filesystems.NODEFS`). The pinned version is checked at start.
 */
import { closeSync, fsyncSync, openSync } from 'node:fs';
import { NodeFS } from '@electric-sql/pglite/nodefs';
import { PGlite } from '@supabase/lite/pglite';

/** PGlite's default is 128 MB, which it never frees. Pages that do not fit into 32 MB stay in the page cache of the operating system. */
const SHARED_BUFFERS = 'shared_buffers=32MB';
/** PostgreSQL's default here is fdatasync, which does nothing in Emscripten. */
const SYNC_METHOD = 'wal_sync_method=fsync';

/** PGlite's parameters without `-F`, which switches fsync off. */
export const durableStartParams: string[] = [
  ...PGlite.defaultStartParams.filter((param) => param !== '-F'),
  '-c',
  SHARED_BUFFERS,
  '-c',
  SYNC_METHOD,
];

/** One open file of Emscripten's Node file system. A folder has no descriptor. */
interface Stream {
  nfd?: number | null;
  node: object;
}
interface NodeFileSystem {
  realPath(node: object): string;
  tryFSOperation(work: () => void): void;
  stream_ops: { fsync?: (stream: Stream) => number };
}

function addFsync({ stream_ops, realPath, tryFSOperation }: NodeFileSystem): void {
  stream_ops.fsync = (stream) => {
    tryFSOperation(() => {
      if (typeof stream.nfd === 'number') return fsyncSync(stream.nfd);
      // A stream without a descriptor is a folder: sync its entries (new and renamed files). Windows cannot sync folders and does not need it.
      if (process.platform === 'win32') return;
      const folder = openSync(realPath(stream.node), 'r');
      try {
        fsyncSync(folder);
      } finally {
        closeSync(folder);
      }
    });
    return 0;
  };
}

export class DurableFiles extends NodeFS {
  override async init(...args: Parameters<NodeFS['init']>): ReturnType<NodeFS['init']> {
    const { emscriptenOpts } = await super.init(...args);
    const patch: NonNullable<typeof emscriptenOpts.preRun>[number] = (module) => {
      // The cast is needed because the types of Emscripten do not describe its file systems. The next line checks the value.
      const { NODEFS } = module.FS.filesystems as { NODEFS?: NodeFileSystem };
      if (!NODEFS?.stream_ops) throw new Error('PGlite has no Node file system to make durable');
      addFsync(NODEFS);
    };
    return { emscriptenOpts: { ...emscriptenOpts, preRun: [...(emscriptenOpts.preRun ?? []), patch] } };
  }
}
