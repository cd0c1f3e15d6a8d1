import { type ComponentType, lazy, useState } from 'react';
import { arriving } from './navigation-progress';

export type Params = Readonly<Record<string, string | undefined>>;

/** A module with a screen. `readFirst` reads the data of the first render, so that the screen is drawn with it. */
type ScreenModule<N extends string> = Promise<
  Record<N, ComponentType> & { readFirst?: ((params: Params) => Promise<unknown>) | undefined }
>;

export interface LazyScreen {
  screen: ComponentType;
  /** Loads the code of the screen before it is drawn; with the parameters of an address, also the data of its first render. */
  preload: (params?: Params) => Promise<unknown>;
  /** Imports its module. The build reads the name of the module from this function (server/build/screen-files.ts). */
  load: () => Promise<unknown>;
}

/** A screen whose code is loaded on demand. Code that is already loaded is drawn at once, without a spinner in between. */
export function lazyScreen<N extends string>(load: () => ScreenModule<N>, name: N): LazyScreen {
  let loaded: ComponentType | undefined;
  const code = async () => {
    const module = await load();
    const screen: ComponentType = module[name];
    loaded = screen;
    return { default: screen, readFirst: module.readFirst };
  };
  const preload = async (params?: Params) => {
    const { readFirst } = await code();
    const reading = params && readFirst?.(params);
    // A snapshot of the home is on screen: wait, so that only the complete screen replaces it.
    if (document.getElementById('kept')) await reading;
  };
  const Lazy = lazy(() => arriving(code()));
  const screen = () => {
    // The choice is kept: replacing the lazy component by the loaded one would remount the screen.
    const [Shown] = useState(() => loaded ?? Lazy);
    return <Shown />;
  };
  return { load, preload, screen };
}
