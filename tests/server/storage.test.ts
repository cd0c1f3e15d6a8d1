import { randomBytes } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { sign } from 'hono/jwt';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { clientOf, isPair, learner, startTestServer, type TestServer } from './harness';

let server: TestServer;
let pro: Awaited<ReturnType<typeof learner>>;
let free: Awaited<ReturnType<typeof learner>>;
const video = randomBytes(3_000_000);
// The storage recognises a video by its first bytes: the `ftyp` box of an MP4.
video.writeUInt32BE(24, 0);
video.write('ftypisom', 4);

/** Uploads as the service role, like the seed and an administrator's upload. */
function put(key: string, body: BodyInit, headers: Record<string, string> = {}, bucket = 'videos') {
  return fetch(`${server.url}/storage/v1/object/${bucket}/${encodeURI(key)}`, {
    method: 'POST',
    headers: { apikey: server.backend.secrets.secret_key, 'content-type': 'video/mp4', 'x-upsert': 'true', ...headers },
    body,
    duplex: 'half',
  } as RequestInit);
}
const headersOf = (token: string) => ({ apikey: server.backend.publishableKey, authorization: `Bearer ${token}` });
const bytesOf = async (answer: Response) => Buffer.from(await answer.arrayBuffer());

beforeAll(async () => {
  server = await startTestServer();
  [pro, free] = await Promise.all([learner(server, 'pro'), learner(server, 'free')]);
  expect((await put('lessons/video.mp4', video)).status).toBe(200);
});
afterAll(() => server.stop());

async function signedUrl(seconds = 60): Promise<string> {
  const { data, error } = await pro.client.storage.from('videos').createSignedUrl('lessons/video.mp4', seconds);
  if (error) throw error;
  return data.signedUrl;
}

test('a URL that a subscriber signs for a year lasts six hours, so that it does not outlive the plan', async () => {
  const token = new URL(await signedUrl(366 * 86_400)).searchParams.get('token') ?? '';
  const { iat, exp } = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as Record<
    string,
    number
  >;
  expect(Number(exp) - Number(iat)).toBe(6 * 3_600);
});

test('a subscriber reads the video by token and by signed URL; other accounts and visitors cannot', async () => {
  const whole = await fetch(`${server.url}/storage/v1/object/authenticated/videos/lessons/video.mp4`, {
    headers: headersOf(pro.token),
  });
  expect([whole.status, whole.headers.get('content-type'), (await bytesOf(whole)).equals(video)]).toEqual([
    200,
    'video/mp4',
    true,
  ]);
  expect((await bytesOf(await fetch(await signedUrl()))).equals(video)).toBe(true);
  const download = await pro.client.storage.from('videos').download('lessons/video.mp4');
  expect(download.data?.size).toBe(video.length);

  expect((await free.client.storage.from('videos').createSignedUrl('lessons/video.mp4', 60)).error?.message).toBe(
    'Object not found',
  );
  expect((await clientOf(server).storage.from('videos').createSignedUrl('lessons/video.mp4', 60)).error).not.toBeNull();
  for (const path of ['authenticated/videos', 'videos', 'public/videos']) {
    const rejected = await fetch(`${server.url}/storage/v1/object/${path}/lessons/video.mp4`, {
      headers: headersOf(free.token),
    });
    expect([path, rejected.status]).toEqual([path, 400]);
  }
});

test('ranges are exact: first bytes, middle, suffix, across the end, beyond the end, malformed', async () => {
  const url = await signedUrl();
  const size = video.length;
  /** The status, Content-Range, Content-Length, and whether the body equals the video's bytes from `from` up to `to`. */
  const get = async (range: string, from = 0, to = 0) => {
    const answer = await fetch(url, { headers: { range } });
    const exact = (await bytesOf(answer)).equals(video.subarray(from, to));
    return [answer.status, answer.headers.get('content-range'), answer.headers.get('content-length'), exact];
  };
  expect(await get('bytes=0-1', 0, 2)).toEqual([206, `bytes 0-1/${size}`, '2', true]);
  expect(await get('bytes=1000000-1999999', 1_000_000, 2_000_000)).toEqual([
    206,
    `bytes 1000000-1999999/${size}`,
    '1000000',
    true,
  ]);
  expect(await get('bytes=-500', size - 500, size)).toEqual([
    206,
    `bytes ${size - 500}-${size - 1}/${size}`,
    '500',
    true,
  ]);
  expect(await get(`bytes=${size - 10}-${size + 5000}`, size - 10, size)).toEqual([
    206,
    `bytes ${size - 10}-${size - 1}/${size}`,
    '10',
    true,
  ]);
  expect(await get('bytes=2999990-', 2_999_990, size)).toEqual([206, `bytes 2999990-${size - 1}/${size}`, '10', true]);
  expect(await get(`bytes=-${size + 1}`, 0, size)).toEqual([206, `bytes 0-${size - 1}/${size}`, String(size), true]);
  expect((await get('bytes=-0')).slice(0, 2)).toEqual([416, `bytes */${size}`]);
  expect((await get(`bytes=${size}-`)).slice(0, 2)).toEqual([416, `bytes */${size}`]);
  for (const range of ['bytes=abc', 'lines=0-1', 'bytes=0-1,50-60'])
    expect(await get(range, 0, size)).toEqual([200, null, String(size), true]);
});

test('a strong ETag, If-None-Match and HEAD; If-Range never splices two versions', async () => {
  await put('lessons/changing.mp4', video);
  const { data } = await pro.client.storage.from('videos').createSignedUrl('lessons/changing.mp4', 60);
  const url = data?.signedUrl ?? '';
  const head = await fetch(url, { method: 'HEAD' });
  const etag = head.headers.get('etag') ?? '';
  expect(etag).toMatch(/^"[0-9a-f]{32}"$/);
  expect([head.status, head.headers.get('content-length'), head.headers.get('accept-ranges')]).toEqual([
    200,
    String(video.length),
    'bytes',
  ]);
  expect((await fetch(url, { headers: { 'if-none-match': etag } })).status).toBe(304);
  const range = { range: 'bytes=10-19' };
  expect((await fetch(url, { headers: { ...range, 'if-range': etag } })).status).toBe(206);
  expect((await fetch(url, { headers: { ...range, 'if-range': `W/${etag}` } })).status).toBe(200);
  const after = Buffer.from(video.map((byte) => byte ^ 255));
  await put('lessons/changing.mp4', after);
  const replaced = await fetch(url, { headers: { ...range, 'if-range': etag } });
  expect([replaced.status, (await bytesOf(replaced)).equals(after)]).toEqual([200, true]);
  expect(replaced.headers.get('etag')).not.toBe(etag);
});

test('a video that is replaced during a read is read to the end in its old version', async () => {
  await put('lessons/long.mp4', video);
  const { data } = await pro.client.storage.from('videos').createSignedUrl('lessons/long.mp4', 60);
  const answer = await fetch(data?.signedUrl ?? '');
  const reader = answer.body!.getReader();
  const first = await reader.read();
  await put('lessons/long.mp4', Buffer.from('another'));
  const chunks = [first.value!];
  for (let next = await reader.read(); !next.done; next = await reader.read()) chunks.push(next.value);
  expect(Buffer.concat(chunks).equals(video)).toBe(true);
});

test('a signed URL that has expired, was altered or names another object opens nothing', async () => {
  const now = Math.floor(Date.now() / 1000);
  const open = async (claims: Record<string, unknown>, secret = server.backend.secrets.files_secret) => {
    const token = await sign(
      {
        sub: 'lessons/video.mp4',
        bucket: 'videos',
        intent: 'download',
        aud: 'storage',
        iat: now - 60,
        exp: now + 60,
        ...claims,
      },
      secret,
    );
    return (await fetch(`${server.url}/storage/v1/object/sign/videos/lessons/video.mp4?token=${token}`)).status;
  };
  expect(await open({})).toBe(200);
  expect(await open({ exp: now - 1 })).toBe(400);
  expect(await open({ sub: 'lessons/other.mp4' })).toBe(400);
  expect(await open({ intent: 'upload' })).toBe(400);
  expect(await open({ aud: 'authenticated' })).toBe(400);
  expect(await open({}, server.backend.secrets.jwt_secret)).toBe(400);
  expect(await open({}, 'another-secret-that-is-long-enough-000000')).toBe(400);
  const url = await signedUrl();
  expect((await fetch(url.replace('video.mp4', 'changing.mp4'))).status).toBe(400);
  expect((await fetch(`${server.url}/storage/v1/object/sign/videos/lessons/video.mp4?token=${pro.token}`)).status).toBe(
    400,
  );
});

test('supabase-js understands lists of signed URLs, signed uploads and public URLs', async () => {
  const list = await pro.client.storage.from('videos').createSignedUrls(['lessons/video.mp4', 'none.mp4'], 60);
  expect(list.error).toBeNull();
  expect(list.data?.map(({ path, error }) => [path, error === null])).toEqual([
    ['lessons/video.mp4', true],
    ['none.mp4', false],
  ]);
  expect((await fetch(list.data?.[0]?.signedUrl ?? '')).status).toBe(200);
  const answer = await fetch(`${server.url}/storage/v1/object/upload/sign/videos/lessons/given.mp4`, {
    method: 'POST',
    headers: { apikey: server.backend.secrets.secret_key },
  });
  const { url } = (await answer.json()) as { url: string };
  const token = new URL(url, server.url).searchParams.get('token') ?? '';
  const { error } = await clientOf(server)
    .storage.from('videos')
    .uploadToSignedUrl('lessons/given.mp4', token, new Blob([video], { type: 'video/mp4' }));
  expect(error).toBeNull();
  expect((await pro.client.storage.from('videos').download('lessons/given.mp4')).data?.size).toBe(video.length);
  await put('корица 1.webp', Buffer.from('RIFF'), { 'content-type': 'image/webp' }, 'images');
  const shown = await fetch(clientOf(server).storage.from('images').getPublicUrl('корица 1.webp').data.publicUrl);
  expect([shown.status, shown.headers.get('content-type')]).toEqual([200, 'image/webp']);
  // It has the origin of the app, so nothing in it may run or be framed.
  expect(shown.headers.get('content-security-policy')).toBe(
    "default-src 'none'; style-src 'unsafe-inline'; sandbox; frame-ancestors 'none'",
  );
});

test('a form upload keeps type and bytes, and a learner without a policy stores nothing', async () => {
  const form = new FormData();
  form.append('cacheControl', '60');
  form.append('', new Blob([video], { type: 'video/mp4' }));
  const answer = await fetch(`${server.url}/storage/v1/object/videos/lessons/form.mp4`, {
    method: 'POST',
    headers: { apikey: server.backend.secrets.secret_key },
    body: form,
  });
  expect(answer.status).toBe(200);
  const read = await fetch(`${server.url}/storage/v1/object/videos/lessons/form.mp4`, {
    headers: headersOf(pro.token),
  });
  expect([read.headers.get('content-type'), read.headers.get('cache-control')]).toEqual([
    'video/mp4',
    'private, max-age=60',
  ]);
  expect((await bytesOf(read)).equals(video)).toBe(true);
  expect((await free.client.storage.from('videos').upload('lessons/mine.mp4', new Blob([video]))).error).not.toBeNull();
});

test('only the service role creates, changes, empties and deletes buckets', async () => {
  await put('mark.webp', Buffer.from('RIFF'), { 'content-type': 'image/webp' }, 'images');
  await server.backend.database.run(
    `create policy "everyone reads pictures" on storage.objects for select to anon, authenticated using (bucket_id = 'images');
     create policy "everyone sees the buckets" on storage.buckets for select to anon, authenticated using (true)`,
  );
  const ask = (method: string, path: string, headers: Record<string, string>) =>
    fetch(`${server.url}/storage/v1/${path}`, {
      method,
      headers: { ...headers, 'content-type': 'application/json' },
      ...(method === 'GET' ? {} : { body: '{"id":"mine","name":"mine","public":true}' }),
    });
  const routes = [
    ['POST', 'bucket/videos/empty'],
    ['POST', 'bucket/images/empty'],
    ['POST', 'object/%2e%2e/bucket/images/empty'],
    ['POST', 'bucket/images/empty/'],
    ['PUT', 'bucket/videos'],
    ['DELETE', 'bucket/videos'],
    ['POST', 'bucket'],
  ] as const;
  for (const headers of [{ apikey: server.backend.publishableKey }, headersOf(free.token), headersOf(pro.token)])
    for (const [method, path] of routes) expect([path, (await ask(method, path, headers)).ok]).toEqual([path, false]);
  expect((await pro.client.storage.from('videos').download('lessons/video.mp4')).data?.size).toBe(video.length);
  expect((await fetch(clientOf(server).storage.from('images').getPublicUrl('mark.webp').data.publicUrl)).status).toBe(
    200,
  );
  expect((await ask('GET', 'bucket/images', headersOf(free.token))).status).toBe(200);
  expect((await ask('POST', 'bucket/images/empty', { apikey: server.backend.secrets.secret_key })).status).toBe(200);
  expect((await fetch(clientOf(server).storage.from('images').getPublicUrl('mark.webp').data.publicUrl)).status).toBe(
    400,
  );
  expect((await ask('GET', 'object/%00/x', headersOf(free.token))).status).toBe(400);
});

test('bad keys are rejected before anything is written', async () => {
  const keys = ['a\u0000b', 'x'.repeat(1100), 'a//b', 'a\\b'];
  for (const key of keys) {
    const answer = await fetch(
      `${server.url}/storage/v1/object/videos/${encodeURIComponent(key).replaceAll('%2F', '/')}`,
      {
        method: 'POST',
        headers: { apikey: server.backend.secrets.secret_key, 'content-type': 'video/mp4' },
        body: 'x',
      },
    );
    expect([JSON.stringify(key).slice(0, 20), answer.status < 500 && answer.status >= 400]).toEqual([
      JSON.stringify(key).slice(0, 20),
      true,
    ]);
  }
  const moved = await fetch(`${server.url}/storage/v1/object/move`, {
    method: 'POST',
    headers: { apikey: server.backend.secrets.secret_key, 'content-type': 'application/json' },
    body: JSON.stringify({ bucketId: 'videos', sourceKey: 'lessons/video.mp4', destinationKey: 'a\u0000' }),
  });
  expect(moved.status).toBe(400);
});

test('60 MB are streamed in both directions: memory does not grow with the video, and no file stays open', async () => {
  const chunk = randomBytes(1_000_000);
  const source = () => {
    let left = 60;
    return new ReadableStream({
      pull(controller) {
        if (left === 0) controller.close();
        else controller.enqueue(chunk);
        left -= 1;
      },
    });
  };
  const openFiles = () => (process.platform === 'linux' ? readdirSync('/proc/self/fd').length : 0);
  const before = { rss: process.memoryUsage().rss, files: openFiles() };
  let highest = before.rss;
  const watch = setInterval(() => {
    highest = Math.max(highest, process.memoryUsage().rss);
  }, 5);
  expect((await put('lessons/big.mp4', source())).status).toBe(200);
  const { data } = await pro.client.storage.from('videos').createSignedUrl('lessons/big.mp4', 60);
  let size = 0;
  for await (const part of (await fetch(data?.signedUrl ?? '')).body!) size += part.length;
  // Eight clients disconnect in the middle of a download.
  for (let i = 0; i < 8; i += 1) {
    const leaving = new AbortController();
    const answer = await fetch(data?.signedUrl ?? '', { signal: leaving.signal });
    await answer.body!.getReader().read();
    leaving.abort();
  }
  clearInterval(watch);
  expect(size).toBe(60_000_000);
  expect((highest - before.rss) / 1_000_000).toBeLessThan(45);
  await expect.poll(openFiles, { timeout: 5_000 }).toBeLessThanOrEqual(before.files + 4);
  if (!isPair) expect(readdirSync(join(server.settings.dataDir, 'files')).length).toBeGreaterThan(0);
});
