import { useEffect, useEffectEvent } from 'react';
import { useNavigate } from 'react-router-dom';
import { searchHref, sharedModelHref } from '@/shared/paths';
import { safePath } from '@/shared/safe-path';
import { keepSharedFile } from '@/shared/shared-model';
import { offerPath, useOpenPath, usePlanPath } from './use-open-path';

/** The Launch Handler API; TypeScript's library lacks it. */
interface LaunchParams {
  targetURL?: string;
  files?: readonly { getFile: () => Promise<File> }[];
}
interface LaunchQueue {
  setConsumer: (consumer: (params: LaunchParams) => void) => void;
}
const launchQueue = () => (window as { launchQueue?: LaunchQueue }).launchQueue;

/** The path of a launched URL; null for other origins. */
function launchedPath(address: string | undefined): string | null {
  if (!address || !URL.canParse(address)) return null;
  const { origin, pathname, search, hash } = new URL(address);
  return origin === location.origin ? safePath(pathname + search + hash) : null;
}

/** True for the URL that this page was loaded with. */
const isLoaded = (address: string | undefined) => address === performance.getEntriesByType('navigation')[0]?.name;

/** True if the path is the search and the screen is narrow: on a phone, the search box is in the side menu. */
const isInMenu = (path: string) => path === searchHref && !matchMedia('(min-width: 48rem)').matches;

/**
 * When the system launches the installed app with a shortcut, a link or a model file, opens it in the window that is already open.
 * Rule: never navigate away from a lesson or a quiz; show a banner with the link instead.
 */
export function useLaunch(): void {
  const navigate = useNavigate();
  const openPath = useEffectEvent(useOpenPath());
  const planPath = useEffectEvent(usePlanPath());
  // Navigate to open the menu, because the open menu is a history entry.
  const openMenu = useEffectEvent(() => void navigate(searchHref, { state: { menu: true } }));
  useEffect(() => {
    if (isInMenu(location.pathname + location.search)) openMenu();
  }, []);
  useEffect(() => {
    const open = (path: string, body: string, replace = false) => {
      if (!openPath(path, { replace })) return offerPath(path, { body });
      if (isInMenu(path)) openPath(path, { state: { menu: true } });
    };
    const launch = async ({ targetURL, files = [] }: LaunchParams) => {
      const file = await files[0]?.getFile();
      if (file) {
        await keepSharedFile(file);
        return open(`${sharedModelHref}=${Date.now()}`, file.name);
      }
      const path = launchedPath(targetURL);
      if (!path) return;
      if (!isLoaded(targetURL)) open(path, '');
      // The page has already loaded this path. Open the path of the account's plan if it is another one: a shortcut names the subscribers' screen,
      // which would send a free account to the prices.
      else if (planPath(path) !== path) open(path, '', true);
    };
    launchQueue()?.setConsumer((params) => {
      launch(params).catch((error: unknown) => console.error('The launch was not followed:', error));
    });
  }, []);
}
