import { useEffect, useState } from 'react';
import { doubtWords, faultWords } from './video-file';

/** Reads the tracks of a chosen video and warns before the upload if some devices will not play it. */
export function VideoWarning({ file }: { file: File | null | undefined }) {
  const [read, setRead] = useState<{ file: File; words: string | undefined }>();
  useEffect(() => {
    if (!file || faultWords(file)) return;
    let left = false;
    void doubtWords(file).then((words) => {
      if (!left) setRead({ file, words });
    });
    return () => {
      left = true;
    };
  }, [file]);
  return (
    <p role="status" className="text-sm text-warn empty:absolute">
      {read && read.file === file ? read.words : undefined}
    </p>
  );
}
