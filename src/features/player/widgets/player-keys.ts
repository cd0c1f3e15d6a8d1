import {
  LONG_SKIP_SECONDS,
  SKIP_SECONDS,
  seekBy,
  stepRate,
  stepVolume,
  toggleFullscreen,
  toggleMute,
  togglePip,
  togglePlay,
} from './player-actions';

export interface KeyTarget {
  video: HTMLVideoElement;
  frame: HTMLElement;
  toggleCaptions: () => void;
  showShortcuts: () => void;
  /** False: the keys work only while the focus is in the player (WCAG 2.1.4). */
  pageKeys: boolean;
  /** Set when the preview has ended. Every key that would move the video then calls this function instead. */
  locked: (() => void) | undefined;
}

/** The player's keys. Letters are matched by their position on the keyboard, so that they also work with a Bulgarian layout. */
const keys: Record<string, (target: KeyTarget) => void> = {
  Space: ({ video }) => togglePlay(video),
  KeyK: ({ video }) => togglePlay(video),
  ArrowLeft: ({ video }) => seekBy(video, -SKIP_SECONDS),
  ArrowRight: ({ video }) => seekBy(video, SKIP_SECONDS),
  KeyJ: ({ video }) => seekBy(video, -LONG_SKIP_SECONDS),
  KeyL: ({ video }) => seekBy(video, LONG_SKIP_SECONDS),
  ArrowUp: ({ video }) => stepVolume(video, 1),
  ArrowDown: ({ video }) => stepVolume(video, -1),
  KeyM: ({ video }) => toggleMute(video),
  KeyC: ({ toggleCaptions }) => toggleCaptions(),
  KeyF: ({ frame, video }) => toggleFullscreen(frame, video),
  KeyP: ({ video }) => togglePip(video),
};

const signs: Record<string, (target: KeyTarget) => void> = {
  '<': ({ video }) => stepRate(video, -1),
  '>': ({ video }) => stepRate(video, 1),
  '?': ({ showShortcuts }) => showShortcuts(),
};

/** The keys of the signs on a Latin keyboard: a Bulgarian layout has letters or quotation marks there. */
const signAt: Record<string, string> = { Comma: '<', Period: '>', Slash: '?' };

/** Returns the sign that was typed, or on a layout that is not Latin the sign that its key has on a Latin one. */
function signOf({ key, code, shiftKey }: KeyboardEvent): string {
  const isLatin = /^[ -~]$/.test(key);
  return (!isLatin && shiftKey && signAt[code]) || key;
}

/** Keys that scroll the page while the focus is not in the player. */
const scrolling = ['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight', 'Space'];

/** Keys that are disabled when the preview has ended. */
const moving = ['Space', 'KeyK', 'ArrowLeft', 'ArrowRight', 'KeyJ', 'KeyL', 'KeyF', 'KeyP'];
/** On the seek bar, Up and Down seek, as on every slider. */
const onSeekBar: Record<string, string> = { ArrowUp: 'ArrowRight', ArrowDown: 'ArrowLeft' };

/** Elements that handle these keys themselves. */
const ownKeys =
  'input:not([data-player-seek]), textarea, select, [contenteditable="true"], [role="tab"], dialog, summary';

/**
 * Returns true when the player handled the key. The player ignores keys in a field, a tab or a dialog, and Space on a button. Keys that scroll
 * belong to the page unless the focus is in the player; Space also plays while nothing has the focus.
 */
export function handlePlayerKey(event: KeyboardEvent, target: KeyTarget): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return false;
  const element = event.target instanceof Element ? event.target : null;
  if (element?.closest(ownKeys)) return false;
  const isInside = target.frame.contains(element) || document.fullscreenElement === target.frame;
  const isPageKey = scrolling.includes(event.code) && !(event.code === 'Space' && element === document.body);
  if (!isInside && (isPageKey || !target.pageKeys)) return false;
  if (event.code === 'Space' && element?.closest('button, a')) return false;
  const code = (element?.matches('[data-player-seek]') && onSeekBar[event.code]) || event.code;
  const act = signs[signOf(event)] ?? (event.shiftKey ? undefined : keys[code]);
  if (!act) return false;
  event.preventDefault();
  if (target.locked && moving.includes(code)) target.locked();
  else act(target);
  return true;
}
