/** Writes a brotli copy (`<name>.br`) of each built file that shrinks, so that no request waits for compression. Used by vite.config.ts only. */
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { extname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import type { Plugin } from 'vite';

const compressible = new Set(['.html', '.js', '.css', '.svg', '.json', '.webmanifest']);

async function compress(path: string): Promise<void> {
  const bytes = await readFile(path);
  const packed = await promisify(brotliCompress)(bytes, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
      [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
    },
  });
  if (packed.length < bytes.length) await writeFile(`${path}.br`, packed);
}

/** Rule: keep this plugin last, because others rewrite documents and rename the worker in closeBundle. */
export function compressFiles(): Plugin {
  let out = '';
  return {
    name: 'compress-files',
    apply: 'build',
    configResolved(config) {
      out = resolve(config.root, config.build.outDir);
    },
    closeBundle: {
      sequential: true,
      order: 'post',
      async handler() {
        const entries = await readdir(out, { recursive: true, withFileTypes: true });
        const files = entries.filter((entry) => entry.isFile() && compressible.has(extname(entry.name)));
        await Promise.all(files.map((entry) => compress(join(entry.parentPath, entry.name))));
      },
    },
  };
}
