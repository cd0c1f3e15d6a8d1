/** Removes the React keys from lucide's icons: the paths of an icon never change their order, and random keys do not compress. Used by vite.config.ts only. */
import type { Plugin } from 'vite';

export function removeIconKeys(): Plugin {
  return {
    name: 'remove-icon-keys',
    apply: 'build',
    transform: {
      filter: { id: /[\\/]lucide-react[\\/].*[\\/]icons[\\/][\w-]+\.mjs$/ },
      handler: (code) => ({ code: code.replace(/, key: "\w+"/g, ''), map: null }),
    },
  };
}
