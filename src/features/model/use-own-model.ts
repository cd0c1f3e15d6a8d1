import { useState } from 'react';
import { modelFormat } from '@/domain/mesh/model-format';

interface OwnModel {
  file: File | null;
  /** Name of a file that is not a model. */
  refused: string | null;
}

/** The learner's own file from the file picker, a drop or another app. It is never sent. */
export function useOwnModel() {
  const [{ file, refused }, setOwn] = useState<OwnModel>({ file: null, refused: null });
  const open = (next: File | null | undefined) => {
    if (!next) return;
    setOwn(modelFormat(next.name) ? { file: next, refused: null } : { file: null, refused: next.name });
  };
  return { file, refused, open };
}
