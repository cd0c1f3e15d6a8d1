import { type ComponentProps, Suspense, useEffect, useState } from 'react';
import { useOnline } from '@/device/use-online';
import { lazyWithRetry } from '@/ui/lazy-with-retry';
import { Notice } from '@/ui/notice';
import { modelText } from '../text/model';
import { ModelReading } from './model-reading';
import type { ModelViewer as Viewer } from './model-viewer';

const ModelViewer = lazyWithRetry(() => import('./model-viewer').then((module) => module.ModelViewer));

/** Loads the viewer's code with the first model; shows a notice while the code loads or when the device is offline. */
export function LazyModelViewer(props: ComponentProps<typeof Viewer>) {
  return (
    <Suspense
      fallback={
        <ModelFrame bar={props.bar} title={props.title}>
          <ViewerComing />
        </ModelFrame>
      }
    >
      <ModelViewer {...props} />
    </Suspense>
  );
}

/** If the viewer's code has not loaded after this time (ms), the screen says that it needs the network. */
const PATIENCE_MS = 8_000;

function ViewerComing() {
  const online = useOnline();
  const [late, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), PATIENCE_MS);
    return () => clearTimeout(timer);
  }, []);
  if (online && !late) return <ModelReading />;
  return (
    <Notice kind="offline" shape="cube" title={modelText.viewerMissing} className="min-h-80 justify-center">
      {modelText.viewerMissingHint}
    </Notice>
  );
}

interface ModelFrameProps {
  bar: ComponentProps<typeof Viewer>['bar'];
  title: string;
  children: ComponentProps<typeof Viewer>['bar'];
}

/** Frame of the viewer while there is no model. */
export function ModelFrame({ bar, title, children }: ModelFrameProps) {
  return (
    <main id="main" tabIndex={-1} data-screen className="mx-auto min-h-dvh max-w-[1200px] px-4 pb-8 md:px-8">
      {bar}
      <h1 className="mb-3.5 text-2xl">{title}</h1>
      {children}
    </main>
  );
}
