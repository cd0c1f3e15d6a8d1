import { seekBy, stepRate, stepVolume, toggleFullscreen, toggleMute, togglePlay } from './player-actions';

export interface KeyTarget {
  video: HTMLVideoElement;
  frame: HTMLElement;
  toggleCaptions: () => void;
  showShortcuts: () => void;
}

/** The keys of the player as a table. Letters go by place on the keyboard, so that they work with a Bulgarian layout too. */
const keys: Record<string, (target: KeyTarget) => void> = {
  Space: ({ video }) => togglePlay(video),
  KeyK: ({ video }) => togglePlay(video),
  ArrowLeft: ({ video }) => seekBy(video, -5),
  ArrowRight: ({ video }) => seekBy(video, 5),
  KeyJ: ({ video }) => seekBy(video, -10),
  KeyL: ({ video }) => seekBy(video, 10),
  ArrowUp: ({ video }) => stepVolume(video, 1),
  ArrowDown: ({ video }) => stepVolume(video, -1),
  KeyM: ({ video }) => toggleMute(video),
  KeyC: ({ toggleCaptions }) => toggleCaptions(),
  KeyF: ({ frame, video }) => toggleFullscreen(frame, video),
};

const signs: Record<string, (target: KeyTarget) => void> = {
  '<': ({ video }) => stepRate(video, -1),
  '>': ({ video }) => stepRate(video, 1),
  '?': ({ showShortcuts }) => showShortcuts(),
};

/** Controls that need these keys for themselves. */
const ownKeys = 'input:not([data-player-seek]), textarea, select, [contenteditable="true"], [role="tab"], dialog, summary';

/** True when the key belonged to the player. Keys pressed in a field, a tab or a dialog do not; space on a button presses the button. */
export function handlePlayerKey(event: KeyboardEvent, target: KeyTarget): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return false;
  const element = event.target instanceof Element ? event.target : null;
  if (element?.closest(ownKeys)) return false;
  if (event.code === 'Space' && element?.closest('button, a')) return false;
  const act = signs[event.key] ?? (event.shiftKey ? undefined : keys[event.code]);
  if (!act) return false;
  event.preventDefault();
  act(target);
  return true;
}
