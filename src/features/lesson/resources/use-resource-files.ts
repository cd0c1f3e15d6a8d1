import { useEffect, useState } from 'react';
import { saveAsFile } from '@/device/save-as-file';
import { useAccount } from '@/device/session/session-store';
import { cachedIds, keepFile, keptFile } from '@/features/resources/requests/resource-cache';
import { fetchResource, resourceUrl } from '@/features/resources/requests/resources';
import type { ResourceRow } from '@/shared/rows';
import { toast } from '@/ui/toast';
import { lessonResources } from '../text/lesson';

/** @returns false if the browser blocked the new tab, because the click was too long ago. */
function openInNewTab(url: string): boolean {
  const tab = window.open(url, '_blank');
  if (tab) tab.opener = null;
  return tab !== null;
}

const none: ReadonlySet<string> = new Set();

/** Fetches the files of a lesson. Returns the ids of the files in progress, the ids of the files on the device, and the download function. */
export function useResourceFiles(resources: readonly ResourceRow[]) {
  const account = useAccount();
  const [busy, setBusy] = useState(none);
  const [kept, setKept] = useState(none);
  const files = resources.map(({ id, file_url }) => `${id} ${file_url}`).join();

  // biome-ignore lint/correctness/useExhaustiveDependencies: each read returns new row objects; `files` names their content
  useEffect(() => {
    let current = true;
    if (account)
      cachedIds(account, resources).then(
        (ids) => current && setKept(ids),
        (error: unknown) => console.warn('The kept files could not be looked up:', error),
      );
    return () => {
      current = false;
    };
  }, [account, files]);

  const keep = async (resource: ResourceRow, blob: Blob) => {
    if (!account) return;
    await keepFile(account, resource, blob);
    setKept(await cachedIds(account, resources));
  };

  const bring = async (resource: ResourceRow) => {
    let url: string | undefined;
    try {
      const here = account && (await keptFile(account, resource).catch(() => undefined));
      if (here && !navigator.onLine) saveAsFile(resource.file_name, here);
      else {
        url = await resourceUrl(resource);
        const blob = await fetchResource(url);
        saveAsFile(resource.file_name, blob);
        // Store a copy for later. The learner already has the file, so a full disk is not an error.
        keep(resource, blob).catch((error: unknown) => console.warn('The file is not kept for later:', error));
      }
      toast('success', lessonResources.done(resource.title), { duration: 3_000 });
    } catch (error) {
      console.error('A resource could not be downloaded:', error);
      toast('error', lessonResources.failedOne(resource.title), { duration: 5_000 });
      if (!url) return;
      const address = url;
      const isOpen = openInNewTab(address);
      toast(
        'info',
        lessonResources.fallback,
        isOpen ? {} : { action: { label: lessonResources.open, onClick: () => openInNewTab(address) } },
      );
    }
  };

  const download = async (resource: ResourceRow) => {
    setBusy((before) => new Set(before).add(resource.id));
    await bring(resource);
    setBusy((before) => new Set([...before].filter((id) => id !== resource.id)));
  };

  return { busy, kept, download };
}
