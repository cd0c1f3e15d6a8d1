/** Design tokens as three.js colours, and a callback when the theme changes. */
import { Color } from 'three';

const tokens = {
  accent: 'var(--accent)',
  gap: 'color-mix(in srgb, var(--surface) 72%, var(--accent))',
  inside: 'color-mix(in srgb, var(--surface) 80%, var(--accent))',
  infill: 'color-mix(in srgb, var(--surface) 30%, var(--accent))',
  blue: 'var(--info)',
  ghost: 'var(--control)',
  bed: 'var(--ghost)',
} as const;

export type SceneColors = Record<keyof typeof tokens, Color>;

/** Resolves the tokens on an element, because `light-dark()` has no value without an element. */
export function readSceneColors(element: HTMLElement): SceneColors {
  const probe = document.createElement('span');
  const pixel = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
  element.append(probe);
  const read = (value: string) => {
    probe.style.color = value;
    if (!pixel) return new Color();
    pixel.fillStyle = getComputedStyle(probe).color;
    pixel.fillRect(0, 0, 1, 1);
    return new Color(`rgb(${pixel.getImageData(0, 0, 1, 1).data.slice(0, 3)})`);
  };
  const keys = Object.keys(tokens) as (keyof typeof tokens)[]; // The cast is safe because `tokens` has no other keys.
  // The cast is safe because `keys` lists every key of SceneColors.
  const colors = Object.fromEntries(keys.map((key) => [key, read(tokens[key])])) as SceneColors;
  probe.remove();
  return colors;
}

/** Calls `changed` when the learner or the system changes the theme. @returns a function that stops watching */
export function watchTheme(changed: () => void): () => void {
  const dark = matchMedia('(prefers-color-scheme: dark)');
  const observer = new MutationObserver(changed);
  observer.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme'] });
  dark.addEventListener('change', changed);
  return () => {
    observer.disconnect();
    dark.removeEventListener('change', changed);
  };
}
