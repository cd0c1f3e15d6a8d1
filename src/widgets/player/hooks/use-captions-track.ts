import { useEffect } from 'react';
import { playerText } from '@/text/player';

/** Adds the lesson's captions to the element and shows or hides them. The text comes from the device, so captions work offline. */
export function useCaptionsTrack(video: HTMLVideoElement | null, captions: string | null, shown: boolean): void {
  useEffect(() => {
    if (!video || captions === null) return;
    const address = URL.createObjectURL(new Blob([captions], { type: 'text/vtt' }));
    const track = document.createElement('track');
    Object.assign(track, { kind: 'captions', srclang: 'bg', label: playerText.captionsTrack, src: address });
    video.append(track);
    return () => {
      track.remove();
      URL.revokeObjectURL(address);
    };
  }, [video, captions]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: new captions make a new track, which must be shown or hidden too
  useEffect(() => {
    for (const track of video?.textTracks ?? []) track.mode = shown ? 'showing' : 'hidden';
  }, [video, captions, shown]);
}
