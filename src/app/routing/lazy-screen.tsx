import { type ComponentType, lazy, type ReactNode, useState } from 'react';
import { trackNavigation } from './navigation-progress';

/** A module with a screen. `preloadPart` loads the part of the screen that the URL names. */
type ScreenModule<N extends string> = Promise<
  Record<N, ComponentType> & { preloadPart?: (() => Promise<unknown>) | undefined }
>;

export interface LazyScreen {
  screen: ComponentType;
  /** Loads the screen's code. `isOpening` is true for the screen that the URL names: its part then loads too. */
  preload: (isOpening?: boolean) => Promise<unknown>;
  /** Imports the screen's module. The build reads the module's name from this function (server/build/screen-files.ts). */
  load: () => Promise<unknown>;
}

type Provider = ComponentType<{ children: ReactNode }>;

/** A screen whose code loads on demand, in parallel with its optional provider. Once loaded, the screen renders at once, without a spinner. */
export function lazyScreen<N extends string>(
  load: () => ScreenModule<N>,
  name: N,
  provider?: () => Promise<Provider>,
): LazyScreen {
  let loaded: ComponentType | undefined;
  const code = async () => {
    const [module, Provider] = await Promise.all([load(), provider?.()]);
    const Screen: ComponentType = module[name];
    const screen = Provider
      ? () => (
          <Provider>
            <Screen />
          </Provider>
        )
      : Screen;
    loaded = screen;
    return { default: screen, preloadPart: module.preloadPart };
  };
  const preload = async (isOpening = false) => {
    const { preloadPart } = await code();
    if (isOpening) void preloadPart?.();
  };
  const Lazy = lazy(() => trackNavigation(code()));
  const screen = () => {
    // Keep the component of the first render: replacing the lazy one with the loaded one would remount the screen.
    const [Shown] = useState(() => loaded ?? Lazy);
    return <Shown />;
  };
  return { load, preload, screen };
}
