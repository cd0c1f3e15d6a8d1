// Rewrites a MOV or a slow-start MP4 as a fast-start MP4 without re-encoding: only the packets are copied.
import {
  EncodedAudioPacketSource,
  EncodedPacketSink,
  EncodedVideoPacketSource,
  type Input,
  type InputTrack,
  Mp4OutputFormat,
  Output,
  StreamTarget,
  type StreamTargetChunk,
} from 'mediabunny';

const packetsOf = async (track: InputTrack) => {
  let count = 0;
  for await (const _ of new EncodedPacketSink(track).packets(undefined, undefined, { metadataOnly: true })) count += 1;
  return count;
};

/** @param write stores bytes at an offset of the new file @throws Error if MP4 does not support a codec */
export async function rewriteFastStart(
  input: Input,
  write: (bytes: Uint8Array<ArrayBuffer>, at: number) => void,
  onProgress: (share: number) => void,
): Promise<void> {
  const video = await input.getPrimaryVideoTrack();
  const audio = await input.getPrimaryAudioTrack();
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
  const audioCodec = await audio?.getCodec();
  const audioSource = audioCodec && new EncodedAudioPacketSource(audioCodec);
  if (audio && audioSource) output.addAudioTrack(audioSource, { maximumPacketCount: await packetsOf(audio) });
  await output.start();

  const duration = await input.computeDuration(undefined, { metadataOnly: true });
  const videoMeta = { decoderConfig: (await video.getDecoderConfig()) ?? undefined };
  const audioMeta = { decoderConfig: (await audio?.getDecoderConfig()) ?? undefined };
  const videoPackets = new EncodedPacketSink(video).packets();
  const audioPackets = audio && audioSource ? new EncodedPacketSink(audio).packets() : undefined;
  let [nextVideo, nextAudio] = [await videoPackets.next(), await audioPackets?.next()];
  // Interleave the packets by time, so that picture and sound of the same moment are close together in the file.
  while (!nextVideo.done || (nextAudio && !nextAudio.done)) {
    const isVideo =
      !nextVideo.done && (!nextAudio || nextAudio.done || nextVideo.value.timestamp <= nextAudio.value.timestamp);
    if (isVideo && !nextVideo.done) {
      await videoSource.add(nextVideo.value, videoMeta as EncodedVideoChunkMetadata);
      onProgress(Math.min(1, nextVideo.value.timestamp / duration));
      nextVideo = await videoPackets.next();
    } else if (nextAudio && !nextAudio.done && audioSource && audioPackets) {
      await audioSource.add(nextAudio.value, audioMeta as EncodedAudioChunkMetadata);
      nextAudio = await audioPackets.next();
    }
  }
  await output.finalize();
}
