import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { noStorageText as text } from '@/app/text/no-storage';
import { lookUpDurable } from '@/shared/durable-store';
import { STORAGE_KEYS } from '@/shared/names';
import { newerStore } from '@/shared/newer-store';
import { BannerSlot } from './banner-slot';

/** Says that this browser refuses to store data, and what to do. A newer version's store has a dialog of its own. */
export function NoStorageBanner() {
  const [refused, setRefused] = useState(false);
  const isNewer = useStore(newerStore);
  useEffect(() => {
    // A key that this page never writes can be read only from the disk.
    void lookUpDurable(STORAGE_KEYS.theme).then((found) => setRefused(found === undefined));
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
