import { syncStatus } from '@sync';
import { useEffect } from 'react';
import { signOut } from '@/device/session/requests';
import { currentIdentity } from '@/device/session/session-store';
import { leaveText as text } from '@/features/accounts/text/account-end';
import { NOTICE_TOAST_MS } from '@/shared/app-limits';
import { common } from '@/shared/text/common';
import { toast } from '@/ui/toast';

/**
 * Signs this device out when its session was ended from afar, which empties it. Rule: only the server's word that the session was ended does this,
 * so that a device keeps everything after a restored backup, which does not know the session.
 */
export function useEndedSession(account: string): void {
  useEffect(() => {
    let isAsking = false;
    const check = async () => {
      if (isAsking || syncStatus.getState().phase !== 'signed-out') return;
      isAsking = true;
      try {
        const { isSessionEnded } = await import('@/features/devices/requests');
        if (!(await isSessionEnded()) || currentIdentity()?.uid !== account) return;
        toast('warning', text.endedTitle, {
          description: text.endedText,
          duration: NOTICE_TOAST_MS,
          // The toast closes itself when its action is clicked.
          action: { label: common.close, onClick: () => undefined },
        });
        await signOut();
      } catch (error) {
        console.warn('The end of the session is not confirmed yet:', error);
      } finally {
        isAsking = false;
      }
    };
    void check();
    return syncStatus.subscribe(() => void check());
  }, [account]);
}
