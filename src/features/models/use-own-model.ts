import { useEffect, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { takeSharedFile } from '@/shared/shared-model';
import { modelFormat } from './rules/model-format';

interface OwnModel {
  file: File | null;
  /** Name of the chosen file if it is not a model. */
  rejected: string | null;
}

const ownModelOf = (file: File): OwnModel =>
  modelFormat(file.name) ? { file, rejected: null } : { file: null, rejected: file.name };

/** The learner's own file, from the file picker, a drop or the share menu of another app. The file is never uploaded. */
export function useOwnModel() {
  const [{ file, rejected }, setOwn] = useState<OwnModel>({ file: null, rejected: null });
  const open = (next: File | null | undefined) => {
    if (!next) return;
    setOwn(ownModelOf(next));
  };
  /** Differs for each shared file, so that a second file opens even if this screen is already open. */
  const shared = new URLSearchParams(useLocation().search).get('shared');
  useEffect(() => {
    if (shared === null) return;
    void takeSharedFile().then((taken) => {
      if (taken) setOwn(ownModelOf(taken));
    });
  }, [shared]);
  return { file, rejected, open };
}
