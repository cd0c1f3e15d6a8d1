import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from '@/app/app';
import { preloadScreen } from '@/app/routing/preload';
import { startServiceWorker } from '@/app/start/service-worker';
import { removeSplash } from '@/app/start/splash';
import { StartError } from '@/app/start/start-error';
import { backendConfig } from '@/config/env';
import { currentIdentity, restoreIdentity } from '@/data/session/session-store';
import '@/app/styles.css';

/** How long the first screen may be waited for, behind the splash, ms. */
const READY_MS = 1_000;

const root = createRoot(document.getElementById('root') as HTMLElement); // index.html has it

/** A function, not the module's own `await`: an entry that waits cannot share its code with the screens, which then come in dozens of pieces. */
async function start() {
  backendConfig(location.origin);
  const screen = preloadScreen(location.href);
  const restored = restoreIdentity();
  // Who is known is shown at once; who is not is looked for before being sent to /login.
  const ready = Promise.all([screen, currentIdentity() ? undefined : restored]);
  await Promise.race([ready, new Promise((late) => setTimeout(late, READY_MS))]);
  root.render(
    <StrictMode>
      <App />
    </StrictMode>,
  );
  startServiceWorker();
}

removeSplash();
start().catch((error: unknown) => {
  console.error(error);
  root.render(<StartError error={error} />);
});
