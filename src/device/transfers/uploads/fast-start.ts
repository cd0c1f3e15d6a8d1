// Rewrites a MOV, an MKV or a slow-start MP4 as a fast-start MP4 without re-encoding: only the packets of the picture and of all sound tracks are
// copied.
import {
  EncodedAudioPacketSource,
  type EncodedPacket,
  EncodedPacketSink,
  EncodedVideoPacketSource,
  type Input,
  type InputAudioTrack,
  type InputVideoTrack,
  Mp4OutputFormat,
  Output,
  StreamTarget,
  type StreamTargetChunk,
} from 'mediabunny';

const packetsOf = async (track: InputVideoTrack | InputAudioTrack) => {
  let count = 0;
  for await (const _ of new EncodedPacketSink(track).packets(undefined, undefined, { metadataOnly: true })) count += 1;
  return count;
};

const startOf = (packet: EncodedPacket | undefined) => packet?.timestamp ?? Number.POSITIVE_INFINITY;

/** The packets of a track: the next one, how to read the one after it, and how to add one to the output. */
async function copyOf(
  track: InputVideoTrack | InputAudioTrack,
  add: (packet: EncodedPacket, meta: object) => Promise<void>,
) {
  const meta = { decoderConfig: (await track.getDecoderConfig()) ?? undefined };
  const packets = new EncodedPacketSink(track).packets();
  const read = async (): Promise<EncodedPacket | undefined> => {
    const { value, done } = await packets.next();
    return done ? undefined : value;
  };
  return { next: await read(), read, add: (packet: EncodedPacket) => add(packet, meta) };
}

/** @param write stores bytes at an offset of the new file @throws Error if MP4 does not support a codec */
export async function rewriteFastStart(
  input: Input,
  write: (bytes: Uint8Array<ArrayBuffer>, at: number) => void,
  onProgress: (share: number) => void,
): Promise<void> {
  const video = await input.getPrimaryVideoTrack();
  const codec = await video?.getCodec();
  if (!video || !codec) throw new Error('The picture of the file cannot be read');
  const target = new StreamTarget(
    new WritableStream<StreamTargetChunk>({ write: ({ data, position }) => write(data, position) }),
    { chunked: true },
  );
  // Reserve space for the index at the start, so that the whole file need not be in memory.
  const output = new Output({ format: new Mp4OutputFormat({ fastStart: 'reserve' }), target });
  const videoSource = new EncodedVideoPacketSource(codec);
  output.addVideoTrack(videoSource, {
    rotation: await video.getRotation(),
    maximumPacketCount: await packetsOf(video),
  });
  const copies = [copyOf(video, (packet, meta) => videoSource.add(packet, meta as EncodedVideoChunkMetadata))];
  for (const audio of await input.getAudioTracks()) {
    const audioCodec = await audio.getCodec();
    if (!audioCodec) continue;
    const source = new EncodedAudioPacketSource(audioCodec);
    output.addAudioTrack(source, {
      languageCode: await audio.getLanguageCode(),
      maximumPacketCount: await packetsOf(audio),
    });
    copies.push(copyOf(audio, (packet, meta) => source.add(packet, meta as EncodedAudioChunkMetadata)));
  }
  await output.start();

  const duration = await input.computeDuration(undefined, { metadataOnly: true });
  const waiting = await Promise.all(copies);
  // Interleave the packets by time, so that picture and sound of the same moment are close together in the file.
  for (;;) {
    const [first] = waiting.filter(({ next }) => next).sort((a, b) => startOf(a.next) - startOf(b.next));
    if (!first?.next) break;
    await first.add(first.next);
    onProgress(Math.min(1, first.next.timestamp / duration));
    first.next = await first.read();
  }
  await output.finalize();
}
