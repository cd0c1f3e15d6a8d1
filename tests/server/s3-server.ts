// A local S3 store for tests: s3rver, and the three calls that it lacks (ListMultipartUploads, ListParts, AbortMultipartUpload), answered from its files.
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import S3rver from 's3rver';
import type { S3Settings } from '../../server/ops/settings';

const BUCKET = 'school';

/** The XML answer of ListParts. */
function partsIn(folder: string): string {
  const numbers = readdirSync(folder).filter((name) => /^\d+$/.test(name) && existsSync(join(folder, `${name}.md5`)));
  const parts = numbers.map(
    (name) =>
      `<Part><PartNumber>${name}</PartNumber><ETag>"${readFileSync(join(folder, `${name}.md5`), 'utf8')}"</ETag>` +
      `<Size>${statSync(join(folder, name)).size}</Size></Part>`,
  );
  return `<ListPartsResult><IsTruncated>false</IsTruncated>${parts.join('')}</ListPartsResult>`;
}

export async function startS3(): Promise<{ s3: S3Settings; stop: () => Promise<void> }> {
  const directory = mkdtempSync(join(tmpdir(), 'sloy-s3-'));
  const store = new S3rver({ directory, silent: true, configureBuckets: [{ name: BUCKET }] });
  await store.configureBuckets();
  const others = store.callback();
  const server = createServer((request, response) => {
    const { searchParams } = new URL(request.url ?? '', 'http://localhost');
    if (request.method === 'GET' && searchParams.has('uploads')) {
      response.setHeader('content-type', 'application/xml');
      return response.end('<ListMultipartUploadsResult><IsTruncated>false</IsTruncated></ListMultipartUploadsResult>');
    }
    const upload = searchParams.get('uploadId');
    if (!['GET', 'DELETE'].includes(request.method ?? '') || upload === null) return others(request, response);
    const folder = join(store.store.getResourcePath(BUCKET, undefined, 'uploads'), upload);
    const known = existsSync(folder);
    if (request.method === 'DELETE' && known) {
      rmSync(folder, { recursive: true });
      return response.writeHead(204).end();
    }
    response.writeHead(known ? 200 : 404, { 'content-type': 'application/xml' });
    return response.end(known ? partsIn(folder) : '<Error><Code>NoSuchUpload</Code></Error>');
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  return {
    s3: {
      bucket: BUCKET,
      endpoint: `http://127.0.0.1:${port}`,
      region: 'us-east-1',
      accessKeyId: 'S3RVER',
      secretAccessKey: 'S3RVER',
    },
    stop: async () => {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
      rmSync(directory, { recursive: true, force: true });
    },
  };
}
