import { useEffect, useState } from 'react';
import { useAccount } from '@/device/session/session-store';
import { useOnline } from '@/device/use-online';
import { parseSlicerProfile, type SlicerProfile } from '@/features/models/rules/slicer-profile';
import { type ResourceFile, resourceFile } from '@/features/resources/requests/resource-files';
import type { ResourceRow } from '@/shared/rows';
import { readTextFile } from '@/shared/text-file';

interface LessonModel {
  state: 'loading' | 'ready' | 'offline' | 'failed';
  file: ResourceFile | null;
  /** The first slicer profile among the resources of the lesson. */
  profile: SlicerProfile | null;
}

const loading: LessonModel = { state: 'loading', file: null, profile: null };

/** Reads the slicer profile. Returns null if the lesson has none or the profile cannot be read; the viewer then shows the usual settings. */
async function readProfile(account: string, resources: readonly ResourceRow[]): Promise<SlicerProfile | null> {
  const resource = resources.find(({ file_name }) => /\.ini$/i.test(file_name));
  if (!resource) return null;
  try {
    const { blob } = await resourceFile(account, resource);
    return parseSlicerProfile(await readTextFile(blob));
  } catch (error) {
    console.warn('The slicer profile of the lesson is not here:', error);
    return null;
  }
}

/** The bytes of a model of a lesson, from the device or the server, and the lesson's slicer profile. */
export function useLessonModel(resource: ResourceRow, resources: readonly ResourceRow[]) {
  const account = useAccount();
  const online = useOnline();
  const [shown, setShown] = useState(loading);
  const [attempt, setAttempt] = useState(0);
  // True while a file that could not be fetched offline waits for the network.
  const [isWaiting, setIsWaiting] = useState(false);
  if (isWaiting && online) {
    setIsWaiting(false);
    setAttempt(attempt + 1);
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: rows are new objects at every read; the id and `attempt` say when to read again
  useEffect(() => {
    if (!account) return;
    let isCurrent = true;
    setShown(loading);
    Promise.all([resourceFile(account, resource), readProfile(account, resources)]).then(
      ([file, profile]) => isCurrent && setShown({ state: 'ready', file, profile }),
      (error: unknown) => {
        console.warn('A model could not be fetched:', error);
        if (!isCurrent) return;
        setShown({ ...loading, state: navigator.onLine ? 'failed' : 'offline' });
        setIsWaiting(!navigator.onLine);
      },
    );
    return () => {
      isCurrent = false;
    };
  }, [account, resource.id, attempt]);

  return { ...shown, retry: () => setAttempt(attempt + 1) };
}
