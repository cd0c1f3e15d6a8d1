import { canInstall, requestInstall, useInstall } from '@/device/install';
import { managerText } from '@/features/downloads/text';
import { Button } from '@/ui/button';

/** A hint on the downloads screens in a phone's browser: says why to install the app, with a link. */
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
