import { LogOut } from 'lucide-react';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { signOut } from '@/device/session/requests';
import { currentIdentity } from '@/device/session/session-store';
import { pendingWrites } from '@/device/session/unsent-writes';
import { syncNow } from '@/device/sync/mutations';
import { counted } from '@/shared/format/format';
import { paths } from '@/shared/paths';
import { common } from '@/shared/text/common';
import { userMenu } from '@/shared/text/shell';
import { Button } from '@/ui/button';
import { Dialog } from '@/ui/dialog';

interface SignOutProps {
  className: string;
  label?: string;
  /** Path to open after signing out. */
  to?: string;
}

/** Signs out at once, or asks first what happens to unsent writes: stay and send them, keep them for the next sign-in, or delete them. */
export function SignOut({ className, label = userMenu.signOut, to = paths.login }: SignOutProps) {
  const navigate = useNavigate();
  const [waiting, setWaiting] = useState(0);
  const [discards, setDiscards] = useState(false);
  const close = () => {
    setWaiting(0);
    setDiscards(false);
  };
  const leave = async (after?: (account: string) => Promise<void>) => {
    close();
    const account = currentIdentity()?.uid;
    const serverAnswer = signOut();
    await navigate(to);
    await serverAnswer;
    if (account) await after?.(account);
  };
  const discard = () =>
    leave(async (account) => (await import('@/features/devices/mutations')).discardUnsent(account)).catch(
      (error: unknown) => console.error('The unsent writes stay:', error),
    );
  const stay = () => {
    close();
    syncNow();
  };
  const ask = async () => {
    const count = await pendingWrites();
    if (count) setWaiting(count);
    else await leave();
  };
  const count = counted(waiting, ...userMenu.record);
  return (
    <>
      <button type="button" className={className} onClick={() => void ask()}>
        <LogOut size={20} aria-hidden="true" />
        {label}
      </button>
      <Dialog
        open={waiting > 0}
        onClose={close}
        title={discards ? userMenu.discardTitle : userMenu.signOutTitle}
        closeLabel={common.close}
        actions={
          discards ? (
            <>
              <Button onClick={() => setDiscards(false)}>{userMenu.discardCancel}</Button>
              <Button kind="danger" onClick={() => void discard()}>
                {userMenu.discard}
              </Button>
            </>
          ) : (
            <>
              <Button kind="danger" onClick={() => setDiscards(true)}>
                {userMenu.askDiscard}
              </Button>
              <Button onClick={() => void leave()}>{userMenu.signOutAnyway}</Button>
              <Button kind="primary" onClick={stay}>
                {userMenu.stay}
              </Button>
            </>
          )
        }
      >
        <p>{discards ? userMenu.discardText(count) : userMenu.signOutText(count)}</p>
      </Dialog>
    </>
  );
}
