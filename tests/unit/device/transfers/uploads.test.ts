import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import {
  ALL_FORMATS,
  BlobSource,
  BufferTarget,
  Conversion,
  EncodedAudioPacketSource,
  EncodedPacket,
  EncodedPacketSink,
  EncodedVideoPacketSource,
  Input,
  MkvOutputFormat,
  MovOutputFormat,
  Output,
} from 'mediabunny';
import { expect, onTestFinished, test, vi } from 'vitest';
import { rewriteFastStart } from '@/device/transfers/uploads/fast-start';
import { codecReportOf, reportOf } from '@/device/transfers/uploads/file-report';
import { fingerprintOf, sameFile } from '@/device/transfers/uploads/fingerprint';
import { bytesOf, layoutOf } from '@/device/transfers/uploads/mp4-boxes';
import { type PrepareAnswer, prepare } from '@/device/transfers/uploads/prepare-server';
import { reactionTo } from '@/device/transfers/uploads/reactions';
import { factsOf, NoVideo } from '@/device/transfers/uploads/video-facts';
import { startMediaServer } from '../../../helpers/media-server';

// A file is checked and converted before its upload, and each response of the server causes the right reaction.

const clip = readFileSync(resolve(import.meta.dirname, '../../../../supabase/media/lessons/gear.mp4'));
const inputOf = (blob: Blob) => new Input({ formats: ALL_FORMATS, source: new BlobSource(blob) });

test.each<[number, boolean, string]>([
  [0, false, 'wait'],
  [500, false, 'wait'],
  [503, true, 'wait'],
  [409, false, 'wait'],
  [423, false, 'wait'],
  [401, false, 'wait'],
  [404, false, 'restart'],
  [410, false, 'restart'],
  [413, true, 'stop too-large'],
  [415, false, 'stop type'],
  [403, false, 'stop forbidden'],
  [409, true, 'stop taken'],
  [404, true, 'stop refused'],
  [400, false, 'stop refused'],
])('after %i (creation: %s) an upload reacts with %s', (status, isCreation, expected) => {
  const reaction = reactionTo(status, isCreation);
  expect(reaction.act === 'stop' ? `stop ${reaction.failure}` : reaction.act).toBe(expected);
});

/** The clip as a MOV file with the same packets and with its index at the end. */
async function slowMov(): Promise<Blob> {
  const target = new BufferTarget();
  const output = new Output({ format: new MovOutputFormat({ fastStart: false }), target });
  const conversion = await Conversion.init({ input: inputOf(new Blob([clip])), output });
  await conversion.execute();
  return new Blob([target.buffer ?? new ArrayBuffer(0)]);
}

test('a MOV with its index at the end becomes a fast-start MP4 with the same picture and sound', async () => {
  const mov = await slowMov();
  expect(await layoutOf(bytesOf(mov))).toBe('slow-start');
  const bytes = new Uint8Array(mov.size * 2);
  let size = 0;
  const shares: number[] = [];
  await rewriteFastStart(
    inputOf(mov),
    (part, at) => {
      bytes.set(part, at);
      size = Math.max(size, at + part.length);
    },
    (share) => shares.push(share),
  );
  const rewritten = new Blob([bytes.slice(0, size)]);
  expect(await layoutOf(bytesOf(rewritten))).toBe('fast-start');
  expect(await inputOf(rewritten).getMimeType()).toContain('video/mp4');
  const before = await factsOf(inputOf(new Blob([clip])), clip.length, 'fast-start');
  const after = await factsOf(inputOf(rewritten), size, 'fast-start');
  expect({ ...after, bitrate: 0 }).toEqual({ ...before, bitrate: 0 });
  expect(before).toMatchObject({ duration: 40, videoCodec: 'avc', hasAudio: true, audioCodec: 'aac' });
  expect(shares.at(-1)).toBeGreaterThan(0.9);
});

test('files that are not videos are recognised', async () => {
  expect(await layoutOf(bytesOf(new Blob([clip])))).toBe('fast-start');
  expect(await layoutOf(bytesOf(new Blob([clip.subarray(0, 5_000)])))).not.toBe('slow-start');
  expect(await layoutOf(bytesOf(new Blob(['MZ this is a program, not a video']))).catch(String)).toBe('other');
  expect(await layoutOf(bytesOf(new Blob([])))).toBe('broken');
  const box = new Uint8Array(64);
  box.set([0, 0, 0, 3, ...new TextEncoder().encode('ftyp')]);
  expect(await layoutOf(bytesOf(new Blob([box])))).toBe('broken');
  await expect(inputOf(new Blob(['MZ program'])).getPrimaryVideoTrack()).rejects.toThrow();
});

async function soundOnly(): Promise<Blob> {
  const target = new BufferTarget();
  const output = new Output({ format: new MovOutputFormat({ fastStart: 'in-memory' }), target });
  const conversion = await Conversion.init({ input: inputOf(new Blob([clip])), output, video: { discard: true } });
  await conversion.execute();
  return new Blob([target.buffer ?? new ArrayBuffer(0)]);
}

test('a file without a video track is rejected', async () => {
  await expect(factsOf(inputOf(await soundOnly()), 1_000, 'fast-start')).rejects.toBeInstanceOf(NoVideo);
});

/** The clip after `change` modified its bytes; `moov` is the offset of its index. */
function changed(change: (bytes: Buffer, moov: number) => unknown): Blob {
  const bytes = Buffer.from(clip);
  change(bytes, bytes.indexOf('moov') - 4);
  return new Blob([bytes]);
}

test.each<[string, () => Blob | Promise<Blob>, string]>([
  ['an empty file', () => new Blob([]), 'unreadable'],
  ['a program with the name of a video', () => new Blob(['MZ this is a program, not a video']), 'unreadable'],
  ['sound without a picture', soundOnly, 'no-video'],
  ['an index of zeros', () => changed((bytes, at) => bytes.fill(0, at + 8, at + bytes.readUInt32BE(at))), 'unreadable'],
  ['an index that ends in the middle', () => new Blob([clip.subarray(0, 5_000)]), 'unreadable'],
  ['an index with a wrong size', () => changed((bytes, at) => bytes.writeUInt32BE(3, at)), 'unreadable'],
  ['data that end before their index says so', () => new Blob([clip.subarray(0, 200_000)]), 'unreadable'],
])('the preparation rejects %s', async (_, fileOf, reason) => {
  const answers: PrepareAnswer[] = [];
  const file = new File([await fileOf()], 'lesson.mp4', { type: 'video/mp4' });
  await prepare({ file, folder: 'uploads', name: 'id' }, (answer) => answers.push(answer));
  expect(answers).toMatchObject([{ step: 'failed', reason }]);
});

test('HEVC video is accepted as it is, and its codec is reported', async () => {
  const hevc = changed((bytes) => {
    const entry = bytes.indexOf('avc1', bytes.indexOf('stsd'));
    bytes.write('hvc1', entry, 'latin1');
    bytes.write('hvcC', bytes.indexOf('avcC', entry), 'latin1');
  });
  const answers: PrepareAnswer[] = [];
  await prepare({ file: new File([hevc], 'phone.mp4'), folder: 'uploads', name: 'id' }, (answer) =>
    answers.push(answer),
  );
  const facts = { videoCodec: 'hevc', audioCodec: 'aac', duration: 40, layout: 'fast-start' };
  expect(answers).toMatchObject([{ step: 'done', facts, size: clip.length, contentType: 'video/mp4' }]);
  expect(await codecReportOf(hevc)).toMatchObject({ videoCodec: 'hevc', audioCodec: 'aac' });
});

test('the codecs of a chosen file are read before it is prepared, or why there are none', async () => {
  const profile = expect.stringMatching(/^avc1\.4d/);
  const codecs = { videoCodec: 'avc', videoProfile: profile, audioCodec: 'aac', subtitles: [] };
  expect(await codecReportOf(new Blob([clip]))).toEqual(codecs);
  expect(await codecReportOf(await soundOnly())).toEqual({ failure: 'no-video' });
  expect(await codecReportOf(new Blob(['MZ program']))).toEqual({ failure: 'unreadable' });
  expect(await codecReportOf(new Blob([]))).toEqual({ failure: 'unreadable' });
});

test('a stored video is read from an origin that hides Content-Range, and a server without ranges is reported', async () => {
  const server = await startMediaServer(clip);
  onTestFinished(() => server.close());
  const request = fetch;
  vi.stubGlobal('fetch', async (...[input, init]: Parameters<typeof fetch>) => {
    const { body, status, headers } = await request(input, init);
    const readable = [...headers].filter(([name]) => name !== 'content-range' && name !== 'etag');
    return new Response(body, { status, headers: readable });
  });
  onTestFinished(() => void vi.unstubAllGlobals());
  const facts = { duration: 40, videoCodec: 'avc', layout: 'fast-start' };
  expect(await reportOf(server.url)).toMatchObject({ hasRanges: true, facts });
  server.always = { noRanges: true };
  expect(await reportOf(server.url)).toEqual({ hasRanges: false, facts: undefined });
});

const video = (name: string) => readFileSync(resolve(import.meta.dirname, '../../../fixtures/videos', name));

/** Rewrites a file in memory. */
async function rewritten(file: Blob): Promise<Blob> {
  const bytes = new Uint8Array(file.size * 2);
  let size = 0;
  await rewriteFastStart(
    inputOf(file),
    (part, at) => {
      bytes.set(part, at);
      size = Math.max(size, at + part.length);
    },
    () => undefined,
  );
  return new Blob([bytes.slice(0, size)]);
}

test('an MKV of a screen recorder becomes an MP4 with the same packets', async () => {
  const mkv = new Blob([video('video-screen-recorder.mkv')]);
  expect(await codecReportOf(mkv)).toMatchObject({ videoCodec: 'avc', audioCodec: 'aac' });
  const mp4 = await rewritten(mkv);
  expect(await layoutOf(bytesOf(mp4))).toBe('fast-start');
  const [before, after] = [await factsOf(inputOf(mkv), 1, 'fast-start'), await factsOf(inputOf(mp4), 1, 'fast-start')];
  expect({ ...after, bitrate: 0 }).toEqual({ ...before, bitrate: 0 });
});

/** The clip's picture in an MKV, with sound in a codec that MP4 does not have. */
async function mkvWithForeignSound(): Promise<Blob> {
  const target = new BufferTarget();
  const output = new Output({ format: new MkvOutputFormat(), target });
  const track = await inputOf(new Blob([clip])).getPrimaryVideoTrack();
  const [picture, sound] = [new EncodedVideoPacketSource('avc'), new EncodedAudioPacketSource('pcm-u8')];
  output.addVideoTrack(picture);
  output.addAudioTrack(sound);
  await output.start();
  const packet = track && (await new EncodedPacketSink(track).getFirstPacket());
  const decoderConfig = await track?.getDecoderConfig();
  if (!packet || !decoderConfig) throw new Error('The clip has no picture');
  await picture.add(packet, { decoderConfig });
  await sound.add(new EncodedPacket(new Uint8Array(8_000).fill(128), 'key', 0, 1), {
    decoderConfig: { codec: 'pcm-u8', sampleRate: 8_000, numberOfChannels: 1 },
  });
  await output.finalize();
  return new Blob([target.buffer ?? new ArrayBuffer(0)]);
}

test('an MKV with a codec that MP4 does not allow is refused at the choice', async () => {
  expect(await codecReportOf(await mkvWithForeignSound())).toEqual({ failure: 'no-mp4' });
});

test('an MKV is never sent as it is', async () => {
  const answers: PrepareAnswer[] = [];
  // This environment has no private files, as a device without space for the copy.
  const file = new File([video('video-screen-recorder.mkv')], 'screen.mkv', { type: 'video/x-matroska' });
  await prepare({ file, folder: 'uploads', name: 'id' }, (answer) => answers.push(answer));
  expect(answers).toMatchObject([{ step: 'failed', reason: 'no-mp4' }]);
});

test('a rewritten file keeps all its sound tracks', async () => {
  const file = new Blob([video('video-two-languages.mp4')]);
  expect(await layoutOf(bytesOf(file))).toBe('slow-start');
  const languages = async (blob: Blob) =>
    Promise.all((await inputOf(blob).getAudioTracks()).map((track) => track.getLanguageCode()));
  expect(await languages(await rewritten(file))).toEqual(await languages(file));
  expect(await languages(file)).toHaveLength(2);
});

test('H.264 in 10 bits is reported by its profile', async () => {
  expect(await codecReportOf(new Blob([video('video-h264-10bit.mp4')]))).toMatchObject({
    videoCodec: 'avc',
    videoProfile: expect.stringMatching(/^avc1\.6e/i),
  });
});

test('a file that is chosen again is recognised by its size and both ends', async () => {
  const long = new Uint8Array(3_000_000).fill(7);
  const changed = long.slice();
  changed[2_999_999] = 8;
  const first = await fingerprintOf(new Blob([long]));
  expect(sameFile(first, await fingerprintOf(new Blob([long.slice()])))).toBe(true);
  expect(sameFile(first, await fingerprintOf(new Blob([changed])))).toBe(false);
  expect(sameFile(first, await fingerprintOf(new Blob([long, 'x'])))).toBe(false);
});
