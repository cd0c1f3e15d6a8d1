import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { canStore } from '@/lib/durable-store';
import { newerStore } from '@/lib/newer-store';
import { noStorageText as text } from '@/text/no-storage';
import { BannerSlot } from './banner-slot';

/** Says that this browser refuses to store data, and what to do. A newer version's store has a dialog of its own. */
export function NoStorageBanner() {
  const [refused, setRefused] = useState(false);
  const isNewer = useStore(newerStore);
  useEffect(() => {
    void canStore().then((can) => setRefused(!can));
  }, []);
  return (
    refused &&
    !isNewer && (
      <BannerSlot label={text.label}>
        <p role="status">{text.text}</p>
      </BannerSlot>
    )
  );
}
