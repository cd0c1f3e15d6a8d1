import { useEffect, useEffectEvent } from 'react';
import { useNavigate } from 'react-router-dom';
import { searchHref, sharedModelHref } from '@/config/paths';
import { safePath } from '@/lib/safe-path';
import { keepSharedFile } from '@/lib/shared-model';
import { offerPath, useOpenPath } from './use-open-path';

/** The Launch Handler API; TypeScript's library lacks it. */
interface LaunchParams {
  targetURL?: string;
  files?: readonly { getFile: () => Promise<File> }[];
}
interface LaunchQueue {
  setConsumer: (consumer: (params: LaunchParams) => void) => void;
}
const launchQueue = () => (window as { launchQueue?: LaunchQueue }).launchQueue;

/** The path of a launched URL; null for the URL that this page was loaded with, and for other origins. */
function launchedPath(address: string | undefined): string | null {
  const [load] = performance.getEntriesByType('navigation');
  if (!address || address === load?.name || !URL.canParse(address)) return null;
  const { origin, pathname, search, hash } = new URL(address);
  return origin === location.origin ? safePath(pathname + search + hash) : null;
}

/**
 * When the system launches the installed app with a shortcut, a link or a model file, opens it in the window that is already open.
 * Rule: never navigate away from a lesson or a quiz; show a banner with the link instead.
 */
export function useLaunch(): void {
  const navigate = useNavigate();
  const openPath = useEffectEvent(useOpenPath());
  const openMenu = useEffectEvent(() => void navigate(searchHref, { state: { menu: true } }));
  useEffect(() => {
    // On a phone, the search box is in the side menu. Navigate to open the menu, because the open menu is a history entry.
    if (location.pathname + location.search === searchHref && !matchMedia('(min-width: 48rem)').matches) openMenu();
  }, []);
  useEffect(() => {
    const open = (path: string, body: string) => {
      if (!openPath(path)) offerPath(path, { body });
    };
    const launch = async ({ targetURL, files = [] }: LaunchParams) => {
      const file = await files[0]?.getFile();
      if (file) {
        await keepSharedFile(file);
        return open(`${sharedModelHref}=${Date.now()}`, file.name);
      }
      const path = launchedPath(targetURL);
      if (path) open(path, '');
    };
    launchQueue()?.setConsumer((params) => {
      launch(params).catch((error: unknown) => console.error('The launch was not followed:', error));
    });
  }, []);
}
