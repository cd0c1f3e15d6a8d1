import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { takeSharedFile } from '@/shared/shared-model';
import { modelFormat } from './rules/model-format';
import type { ArchivedModel, ModelArchive, OwnFile, Rejection } from './rules/own-file';

export interface RejectedFile {
  name: string;
  reason: Rejection;
}

interface OwnModel {
  file: File | null;
  /** The archive from which the learner chooses a model. */
  archive: ModelArchive | null;
  rejected: RejectedFile | null;
}

const nothing: OwnModel = { file: null, archive: null, rejected: null };

/** The learner's own file, from the file picker, a drop or the share menu of another app. The file is never uploaded. */
export function useOwnModel() {
  const [own, setOwn] = useState(nothing);
  const [isReading, setIsReading] = useState(false);
  /** Number of the latest choice; an earlier one that is read later is dropped. */
  const latest = useRef(0);

  const read = async (name: string, archive: ModelArchive | null, load: () => Promise<OwnFile>) => {
    latest.current += 1;
    const number = latest.current;
    setIsReading(true);
    const found = await load().catch((error: unknown): OwnFile => {
      console.error('A file could not be read:', error);
      return { kind: 'rejected', name, reason: 'unreadable' };
    });
    if (number !== latest.current) return;
    setIsReading(false);
    if (found.kind === 'model') setOwn({ ...nothing, archive, file: found.file });
    else if (found.kind === 'archive') setOwn({ ...nothing, archive: found.archive });
    else setOwn({ ...nothing, archive, rejected: { name: found.name, reason: found.reason } });
  };
  const open = (next: File | null | undefined) => {
    if (!next) return;
    void read(next.name, null, async () =>
      modelFormat(next.name)
        ? { kind: 'model', file: next }
        : import('./rules/own-file').then(({ ownFile }) => ownFile(next)),
    );
  };
  /** Differs for each shared file, so that a second file opens even if this screen is already open. */
  const shared = new URLSearchParams(useLocation().search).get('shared');
  const openShared = useEffectEvent(open);
  useEffect(() => {
    if (shared !== null) void takeSharedFile().then(openShared);
  }, [shared]);
  return {
    ...own,
    isReading,
    open,
    choose: ({ name, open: unpack }: ArchivedModel) => void read(name, own.archive, unpack),
    toArchive: () => setOwn({ ...nothing, archive: own.archive }),
  };
}
