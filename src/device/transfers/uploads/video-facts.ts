// Reads codecs, duration and key frame distance of a video file from its index, without decoding frames.
import {
  ALL_FORMATS,
  BlobSource,
  EncodedPacketSink,
  Input,
  type InputVideoTrack,
  Mp4OutputFormat,
  UrlSource,
} from 'mediabunny';
import type { Layout } from './mp4-boxes';
import { subtitlesOf } from './subtitle-tracks';

export interface VideoFacts {
  /** Duration (s), rounded. */
  duration: number;
  width: number;
  height: number;
  videoCodec: string | null;
  audioCodec: string | null;
  hasAudio: boolean;
  /** Longest distance between two key frames (s). */
  keyFrameSeconds: number;
  /** Average bitrate of the file (bit/s), sound included. */
  bitrate: number;
  layout: Layout;
}

/** The file has sound but no picture. */
export class NoVideo extends Error {
  override name = 'NoVideo';
}

/** The file is an MKV with a codec that MP4 does not allow, so it cannot be copied into one. */
export class NoMp4 extends Error {
  override name = 'NoMp4';
}

/** Why a file cannot become a lesson. */
export type FileFailure = 'unreadable' | 'no-video' | 'no-mp4';

export const failureOf = (error: unknown): FileFailure =>
  error instanceof NoVideo ? 'no-video' : error instanceof NoMp4 ? 'no-mp4' : 'unreadable';

/** True for an MKV, the default of screen recorders, which few devices play. */
export const isMatroska = (mime: string): boolean => /matroska/.test(mime);

/** @throws NoMp4 if a track cannot be copied into an MP4 */
export async function requireMp4Codecs(input: Input): Promise<void> {
  const format = new Mp4OutputFormat();
  const allowed: (string | null)[] = [...format.getSupportedVideoCodecs(), ...format.getSupportedAudioCodecs()];
  for (const track of [await input.getPrimaryVideoTrack(), ...(await input.getAudioTracks())]) {
    const codec = await track?.getCodec();
    if (track && !allowed.includes(codec ?? null)) throw new NoMp4(`MP4 does not allow ${codec}`);
  }
}

/** Maximum number of key frames to read; an 8-hour video with one key frame every 10 s has fewer. */
const MOST_KEY_FRAMES = 5_000;

async function longestGap(track: InputVideoTrack, duration: number): Promise<number> {
  const sink = new EncodedPacketSink(track);
  const options = { metadataOnly: true };
  let packet = await sink.getFirstKeyPacket(options);
  let longest = 0;
  for (let count = 0; packet && count < MOST_KEY_FRAMES; count += 1) {
    const next = await sink.getNextKeyPacket(packet, options);
    longest = Math.max(longest, (next?.timestamp ?? duration) - packet.timestamp);
    packet = next;
  }
  return Math.round(longest * 10) / 10;
}

async function tracksOf(input: Input) {
  const [video, audio] = [await input.getPrimaryVideoTrack(), await input.getPrimaryAudioTrack()];
  // A damaged index has no tracks at all.
  if (!video) throw audio ? new NoVideo('The file has no picture') : new Error('The index has no tracks');
  return { video, audio };
}

/** Codecs and subtitles of a file. `audioCodec` is undefined if it has no sound, and null if the codec has no known name. */
export interface Codecs {
  videoCodec: string | null;
  /** Codec with profile and level, such as `avc1.64001f`. */
  videoProfile?: string | undefined;
  audioCodec: string | null | undefined;
  /** Languages of the subtitle tracks, which no player here shows. */
  subtitles: readonly string[];
}

/** Reads only the tracks of a chosen file, which is fast whatever its size. @throws NoVideo; NoMp4; Error if the file cannot be read as a video */
export async function codecsOf(file: Blob): Promise<Codecs> {
  const input = new Input({ formats: ALL_FORMATS, source: new BlobSource(file) });
  try {
    const { video, audio } = await tracksOf(input);
    if (isMatroska(await input.getMimeType())) await requireMp4Codecs(input);
    return {
      videoCodec: await video.getCodec(),
      videoProfile: (await video.getDecoderConfig())?.codec,
      audioCodec: await audio?.getCodec(),
      subtitles: await subtitlesOf(file),
    };
  } finally {
    input.dispose();
  }
}

/** @throws NoVideo; Error if the file cannot be read as a video */
export async function factsOf(input: Input, size: number, layout: Layout): Promise<VideoFacts> {
  const { video, audio } = await tracksOf(input);
  const exact = await input.computeDuration(undefined, { metadataOnly: true });
  return {
    duration: Math.round(exact),
    width: await video.getDisplayWidth(),
    height: await video.getDisplayHeight(),
    videoCodec: await video.getCodec(),
    audioCodec: audio ? await audio.getCodec() : null,
    hasAudio: Boolean(audio),
    keyFrameSeconds: await longestGap(video, exact),
    bitrate: exact > 0 ? Math.round((size * 8) / exact) : 0,
    layout,
  };
}

/** Reads the facts of a file on a server by range requests. */
export async function factsOfUrl(url: string, size: number, layout: Layout): Promise<VideoFacts> {
  const input = new Input({ formats: ALL_FORMATS, source: new UrlSource(url) });
  try {
    return await factsOf(input, size, layout);
  } finally {
    input.dispose();
  }
}
