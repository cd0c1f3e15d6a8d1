import { useEffect } from 'react';
import { playerText } from '../../text/player';

/** Height of the controls (rem, because they grow with the font size), the same as in player.css. */
const CONTROLS_REM = 5.5;
const controlsPx = () => CONTROLS_REM * Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
/** True in Firefox and Safari, which place captions by the cue settings only. Chromium ignores these settings; player.css moves its captions. */
const isPlacedByCues = () => 'lineAlign' in (globalThis.VTTCue?.prototype ?? {});

function place(cue: VTTCue, bottomPx: number, heightPx: number): void {
  cue.snapToLines = bottomPx === 0;
  cue.line = bottomPx === 0 ? 'auto' : Math.max(0, 100 * (1 - bottomPx / heightPx));
  cue.lineAlign = bottomPx === 0 ? 'start' : 'end';
}

/**
 * Adds the lesson's captions to the video element and shows or hides them. Captions work offline, because their text is on the device.
 * @param raised true while the controls are visible; the captions are then above the controls
 */
export function useCaptionsTrack(
  video: HTMLVideoElement | null,
  captions: string | null,
  shown: boolean,
  raised: boolean,
): void {
  useEffect(() => {
    if (!video || captions === null) return;
    const address = URL.createObjectURL(new Blob([captions], { type: 'text/vtt' }));
    const track = document.createElement('track');
    Object.assign(track, { kind: 'captions', srclang: 'bg', label: playerText.captionsTrack, src: address });
    video.append(track);
    return () => {
      // Remove the cues one by one, because in Chromium a removed track otherwise keeps its cues and their boxes.
      for (const cue of [...(track.track.cues ?? [])]) track.track.removeCue(cue);
      track.track.mode = 'disabled';
      track.removeAttribute('src');
      track.remove();
      URL.revokeObjectURL(address);
    };
  }, [video, captions]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: new captions create a new track, whose mode must be set too
  useEffect(() => {
    for (const track of video?.textTracks ?? []) track.mode = shown ? 'showing' : 'hidden';
  }, [video, captions, shown]);

  useEffect(() => {
    const element = video?.querySelector('track');
    if (!video || captions === null || !element || !isPlacedByCues()) return;
    video.style.setProperty('--captions-rise', '0px');
    const bottomPx = raised ? controlsPx() : 0;
    const placeAll = () => {
      for (const cue of element.track.cues ?? []) place(cue as VTTCue, bottomPx, video.clientHeight);
    };
    placeAll();
    element.addEventListener('load', placeAll);
    return () => element.removeEventListener('load', placeAll);
  }, [video, captions, raised]);
}
