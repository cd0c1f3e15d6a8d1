// @vitest-environment happy-dom

import { expect, test } from 'vitest';
import { rememberVolume, setVolume, stepRate, stepVolume, toggleMute } from '@/features/player/widgets/player-actions';
import { handlePlayerKey } from '@/features/player/widgets/player-keys';

// Rules of the player that need no playback; browser tests cover playback.

function newVideo() {
  const video = document.createElement('video');
  Object.defineProperty(video, 'duration', { value: 100 });
  video.volume = 1;
  document.body.replaceChildren(video);
  return video;
}

test('the volume changes in tenths, and unmuting restores the previous volume', () => {
  const video = newVideo();
  for (const expected of [0.9, 0.8, 0.7]) {
    stepVolume(video, -1);
    expect(video.volume).toBeCloseTo(expected, 5);
  }
  toggleMute(video);
  expect(video.muted).toBe(true);
  toggleMute(video);
  expect([video.muted, video.volume]).toEqual([false, 0.7]);

  rememberVolume(video);
  for (const volume of [0.4, 0.1, 0]) setVolume(video, volume);
  expect(video.muted).toBe(true);
  toggleMute(video);
  expect([video.muted, video.volume]).toEqual([false, 0.7]);
});

test('the speed changes in steps and stops at both ends', () => {
  const video = newVideo();
  const seen: number[] = [];
  for (let press = 0; press < 9; press++) {
    seen.push(video.playbackRate);
    stepRate(video, 1);
  }
  expect(seen).toEqual([1, 1.25, 1.5, 1.75, 2, 2, 2, 2, 2]);
  for (let press = 0; press < 9; press++) stepRate(video, -1);
  expect(video.playbackRate).toBe(0.25);
});

test('after the preview every playback key shows the same message; sound and captions still work', () => {
  const video = newVideo();
  const calls: string[] = [];
  const target = {
    video,
    frame: document.body,
    toggleCaptions: () => calls.push('captions'),
    showShortcuts: () => calls.push('shortcuts'),
    pageKeys: true,
    locked: () => calls.push('locked'),
  };
  const press = (code: string, key = code) => {
    const event = new KeyboardEvent('keydown', { code, key, cancelable: true, bubbles: true });
    video.dispatchEvent(event);
    return handlePlayerKey(event, target);
  };
  for (const code of ['Space', 'KeyK', 'ArrowLeft', 'ArrowRight', 'KeyJ', 'KeyL', 'KeyF', 'KeyP']) press(code);
  expect(calls).toEqual(Array(8).fill('locked'));
  expect(video.currentTime).toBe(0);
  press('KeyM');
  press('KeyC');
  press('Slash', '?');
  expect(video.muted).toBe(true);
  expect(calls.slice(8)).toEqual(['captions', 'shortcuts']);
});

test('on the seek bar Up and Down seek forward and back; a text field keeps its keys', () => {
  const video = newVideo();
  video.currentTime = 50;
  const [bar, field] = [document.createElement('input'), document.createElement('input')];
  bar.dataset.playerSeek = '';
  document.body.append(bar, field);
  const taken: boolean[] = [];
  const target = {
    video,
    frame: document.body,
    toggleCaptions: () => {},
    showShortcuts: () => {},
    pageKeys: true,
    locked: undefined,
  };
  const listen = (event: KeyboardEvent) => void taken.push(handlePlayerKey(event, target));
  document.addEventListener('keydown', listen);
  const press = (element: Element, code: string) => {
    element.dispatchEvent(new KeyboardEvent('keydown', { code, key: code, bubbles: true, cancelable: true }));
    return video.currentTime;
  };
  expect([press(bar, 'ArrowUp'), press(bar, 'ArrowDown'), press(bar, 'ArrowDown'), press(field, 'ArrowRight')]).toEqual(
    [55, 50, 45, 45],
  );
  expect(taken).toEqual([true, true, true, false]);
  expect(video.volume).toBe(1);
  document.removeEventListener('keydown', listen);
});

test('with the page-wide keys switched off, the keys work only while the focus is in the player', () => {
  const video = newVideo();
  const frame = document.createElement('section');
  const [inside, outside] = [document.createElement('button'), document.createElement('button')];
  frame.append(video, inside);
  document.body.replaceChildren(frame, outside);
  const target = {
    video,
    frame,
    toggleCaptions: () => {},
    showShortcuts: () => {},
    pageKeys: false,
    locked: undefined,
  };
  const handled: boolean[] = [];
  const listen = (event: KeyboardEvent) => void handled.push(handlePlayerKey(event, target));
  document.addEventListener('keydown', listen);
  for (const element of [document.body, outside, inside])
    element.dispatchEvent(new KeyboardEvent('keydown', { code: 'KeyM', key: 'm', bubbles: true, cancelable: true }));
  document.removeEventListener('keydown', listen);
  expect(handled).toEqual([false, false, true]);
  expect(video.muted).toBe(true);
});

test.each([
  ['a Latin layout', '<', '>'],
  ['the Bulgarian phonetic layout', '„', '“'],
  ['the Bulgarian typewriter layout', 'Р', 'Л'],
])('on %s, Shift with the keys of < and > changes the speed', (_, slower, faster) => {
  const video = newVideo();
  const target = {
    video,
    frame: document.body,
    toggleCaptions: () => {},
    showShortcuts: () => {},
    pageKeys: true,
    locked: undefined,
  };
  const press = (code: string, key: string, shiftKey = true) =>
    handlePlayerKey(new KeyboardEvent('keydown', { code, key, shiftKey, cancelable: true }), target);
  expect(press('Period', faster)).toBe(true);
  expect(video.playbackRate).toBe(1.25);
  press('Comma', slower);
  press('Comma', slower);
  expect(video.playbackRate).toBe(0.75);
  // A German layout has another sign on this key, and its own key for < and >.
  expect(press('Comma', ';')).toBe(false);
  expect(press('Period', 'л', false)).toBe(false);
  expect(video.playbackRate).toBe(0.75);
});

test('keys that scroll the page move the video only while the focus is in the player; Space also while nothing has the focus', () => {
  const video = newVideo();
  const frame = document.createElement('section');
  const [inside, outside] = [document.createElement('div'), document.createElement('div')];
  frame.append(video, inside);
  document.body.replaceChildren(frame, outside);
  const target = {
    video,
    frame,
    toggleCaptions: () => {},
    showShortcuts: () => {},
    pageKeys: true,
    locked: () => {},
  };
  const handled = (element: Element) => {
    const taken: string[] = [];
    const listen = (event: KeyboardEvent) => {
      if (handlePlayerKey(event, target)) taken.push(event.code);
    };
    document.addEventListener('keydown', listen);
    for (const code of ['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight', 'Space', 'KeyJ'])
      element.dispatchEvent(new KeyboardEvent('keydown', { code, key: code, bubbles: true, cancelable: true }));
    document.removeEventListener('keydown', listen);
    return taken;
  };
  expect(handled(inside)).toEqual(['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight', 'Space', 'KeyJ']);
  expect(handled(document.body)).toEqual(['Space', 'KeyJ']);
  expect(handled(outside)).toEqual(['KeyJ']);
});
