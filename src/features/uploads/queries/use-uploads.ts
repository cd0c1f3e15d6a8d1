import { useEffect, useState } from 'react';
import { useSession } from '@/device/session/session-store';
import { type Upload, watchUploads } from '@/device/transfers/uploads/upload-store';
import { uploadsOf } from '../mutations/upload-service';

const none: readonly Upload[] = [];

/** The account's uploads, oldest first. */
export function useUploads(): readonly Upload[] {
  const account = useSession(({ identity }) => identity?.uid);
  const [rows, setRows] = useState(none);
  useEffect(() => {
    if (!account) return;
    const subscription = watchUploads(uploadsOf(account), setRows);
    return () => subscription.unsubscribe();
  }, [account]);
  return account ? rows : none;
}
