import { type ComponentType, lazy, type ReactNode, useState } from 'react';
import { trackNavigation } from './navigation-progress';

export type Params = Readonly<Record<string, string | undefined>>;

/** A module with a screen. `readFirst` reads the data of the first render before the screen renders. */
type ScreenModule<N extends string> = Promise<
  Record<N, ComponentType> & { readFirst?: ((params: Params) => Promise<unknown>) | undefined }
>;

export interface LazyScreen {
  screen: ComponentType;
  /** Loads the screen's code; with route parameters, also the data of its first render. */
  preload: (params?: Params) => Promise<unknown>;
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
    return { default: screen, readFirst: module.readFirst };
  };
  const preload = async (params?: Params) => {
    const { readFirst } = await code();
    const reading = params && readFirst?.(params);
    // A snapshot of the home screen is visible: wait until the complete screen can replace it.
    if (document.getElementById('kept')) await reading;
  };
  const Lazy = lazy(() => trackNavigation(code()));
  const screen = () => {
    // Keep the component of the first render: replacing the lazy one with the loaded one would remount the screen.
    const [Shown] = useState(() => loaded ?? Lazy);
    return <Shown />;
  };
  return { load, preload, screen };
}
