import { managerText } from '@/text/offline';
import { Button } from '@/ui/button';
import { canInstall, requestInstall, useInstall } from '../install';

/** A quiet line among the downloads of a phone's browser: why to install, and the way there. */
export function InstallHint() {
  const installed = useInstall((state) => state.installed);
  if (installed || !canInstall()) return null;
  return (
    <p className="flex flex-wrap items-center gap-x-2 text-muted text-sm">
      {managerText.installWhy}
      <Button kind="plain" onClick={requestInstall}>
        {managerText.install}
      </Button>
    </p>
  );
}
