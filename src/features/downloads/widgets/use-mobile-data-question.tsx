import { type ReactNode, useState } from 'react';
import { isMobileData } from '@/device/connection';
import { formatBytes } from '@/shared/format/format-bytes';
import { Confirmation } from '@/ui/confirmation';
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
    <Confirmation
      open={asked !== undefined}
      onClose={close}
      title={text.title}
      closeLabel={text.close}
      cancelLabel={text.no}
      confirmLabel={text.yes}
      onConfirm={accept}
    >
      <p>{text.question(formatBytes(asked?.bytes ?? 0))}</p>
    </Confirmation>
  );
  return { ask, question };
}
