import { type ReactNode, useState } from 'react';
import { isMobileData } from '@/device/connection';
import { formatBytes } from '@/shared/format/format-bytes';
import { Button } from '@/ui/button';
import { Dialog } from '@/ui/dialog';
import { isWifiOnly } from '../mutations/wifi-only';
import { wifiText as text } from '../text';

/** Size (bytes) above which a download over mobile data needs a confirmation. */
const LARGE_BYTES = 50_000_000;

/** Asks before a large download over mobile data. With the Wi-Fi-only setting it does not ask, because the download waits for Wi-Fi. */
export function useMobileDataQuestion(): { ask: (bytes: number, start: () => void) => void; question: ReactNode } {
  const [asked, setAsked] = useState<{ bytes: number; start: () => void }>();
  const close = () => setAsked(undefined);
  const ask = (bytes: number, start: () => void) => {
    if (bytes > LARGE_BYTES && isMobileData() && !isWifiOnly()) setAsked({ bytes, start });
    else start();
  };
  const accept = () => {
    close();
    asked?.start();
  };
  const question = (
    <Dialog
      open={asked !== undefined}
      onClose={close}
      title={text.title}
      closeLabel={text.close}
      actions={
        <>
          <Button onClick={close}>{text.no}</Button>
          <Button kind="primary" onClick={accept}>
            {text.yes}
          </Button>
        </>
      }
    >
      <p>{text.question(formatBytes(asked?.bytes ?? 0))}</p>
    </Dialog>
  );
  return { ask, question };
}
