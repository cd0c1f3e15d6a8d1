import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import {
  BufferTarget,
  MkvOutputFormat,
  Mp4OutputFormat,
  Output,
  type OutputFormat,
  TextSubtitleSource,
} from 'mediabunny';
import { expect, test } from 'vitest';
import { subtitlesOf } from '@/device/transfers/uploads/subtitle-tracks';

// Subtitle tracks are found in files of another library, and in boxes as other programs write them.

async function withSubtitles(format: OutputFormat, languages: string[]): Promise<Blob> {
  const target = new BufferTarget();
  const output = new Output({ format, target });
  const sources = languages.map((languageCode) => {
    const source = new TextSubtitleSource('webvtt');
    output.addSubtitleTrack(source, { languageCode });
    return source;
  });
  await output.start();
  for (const source of sources) {
    await source.add('WEBVTT\n\n00:00.000 --> 00:01.000\nДюза\n');
    source.close();
  }
  await output.finalize();
  return new Blob([target.buffer as ArrayBuffer]);
}

test.each([
  ['MKV', new MkvOutputFormat()],
  ['MP4 with its index at the end', new Mp4OutputFormat()],
  ['MP4 with its index first', new Mp4OutputFormat({ fastStart: 'in-memory' })],
])('%s: every subtitle track is found with its language', async (_, format) => {
  expect(await subtitlesOf(await withSubtitles(format, ['bul', 'eng']))).toEqual(['bul', 'eng']);
});

const bytes = (...parts: (string | number[] | Uint8Array)[]) =>
  Uint8Array.from(
    parts.flatMap((part) => (typeof part === 'string' ? [...part].map((c) => c.charCodeAt(0)) : [...part])),
  );
const box = (type: string, ...content: (string | number[] | Uint8Array)[]) => {
  const inner = bytes(...content);
  return bytes([0, 0, (inner.length + 8) >> 8, (inner.length + 8) & 255], type, inner);
};
const zeros = (length: number) => Array.from({ length }, () => 0);
/** A track as in a file of HandBrake or of an editor. `language`: the packed code. */
const track = (handler: string, samples: string, language: number[]) =>
  box(
    'trak',
    box(
      'mdia',
      box('mdhd', zeros(20), language, zeros(2)),
      box('hdlr', zeros(8), handler, zeros(12)),
      box('minf', box('stbl', box('stsd', zeros(7), [1], box(samples, zeros(8))))),
    ),
  );
const BULGARIAN = [0x0a, 0xac];

test.each<[string, string, string, number[], string[]]>([
  ['a text track of MP4', 'sbtl', 'tx3g', BULGARIAN, ['bul']],
  ['a TTML track', 'subt', 'stpp', BULGARIAN, ['bul']],
  ['closed captions without a language of ISO 639', 'clcp', 'c608', [0, 0], ['und']],
  ['chapters', 'text', 'text', BULGARIAN, []],
  ['sound', 'soun', 'mp4a', BULGARIAN, []],
])('%s', async (_, handler, samples, language, expected) => {
  const file = bytes(box('ftyp', 'isom'), box('moov', track(handler, samples, language)));
  expect(await subtitlesOf(new Blob([file]))).toEqual(expected);
});

test('files without subtitles, cut files and other files have none', async () => {
  const clip = readFileSync(resolve(import.meta.dirname, '../../../fixtures/videos/video-screen-recorder.mkv'));
  const mkv = new Uint8Array(await (await withSubtitles(new MkvOutputFormat(), ['bul'])).arrayBuffer());
  for (const file of [clip, new Uint8Array(), bytes('MZ program'), mkv.slice(0, 40), new Uint8Array(64)])
    expect(await subtitlesOf(new Blob([file]))).toEqual([]);
});
