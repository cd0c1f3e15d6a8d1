import { LogOut } from 'lucide-react';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { signOut } from '@/device/session/requests';
import { pendingWrites } from '@/device/session/unsent-writes';
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

/** Signs out at once, or warns first about unsent writes. */
export function SignOut({ className, label = userMenu.signOut, to = paths.login }: SignOutProps) {
  const navigate = useNavigate();
  const [waiting, setWaiting] = useState(0);
  const leave = async () => {
    setWaiting(0);
    const serverAnswer = signOut();
    await navigate(to);
    await serverAnswer;
  };
  const ask = async () => {
    const count = await pendingWrites();
    if (count) setWaiting(count);
    else await leave();
  };
  return (
    <>
      <button type="button" className={className} onClick={() => void ask()}>
        <LogOut size={20} aria-hidden="true" />
        {label}
      </button>
      <Dialog
        open={waiting > 0}
        onClose={() => setWaiting(0)}
        title={userMenu.signOutTitle}
        closeLabel={common.close}
        actions={
          <>
            <Button kind="danger" onClick={() => void leave()}>
              {userMenu.signOutAnyway}
            </Button>
            <Button kind="primary" onClick={() => setWaiting(0)}>
              {userMenu.stay}
            </Button>
          </>
        }
      >
        <p>{userMenu.signOutText(counted(waiting, ...userMenu.record))}</p>
      </Dialog>
    </>
  );
}
