import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { unsentWrites } from '@/device/session/unsent-writes';
import { leaveText as text } from '@/features/accounts/text/account-end';
import { uploadsToFinish } from '@/features/devices/queries/unfinished-uploads';
import { paths } from '@/shared/paths';
import { common } from '@/shared/text/common';
import { Banner } from '@/ui/banner';
import { Button } from '@/ui/button';
import { Confirmation } from '@/ui/confirmation';
import { toast } from '@/ui/toast';
import { SettingsCard } from '../settings-card';

/** Signs out and deletes this device's data. Rule: delete nothing while there are unsent writes or unfinished uploads. */
export function LeaveCard() {
  const navigate = useNavigate();
  const [asking, setAsking] = useState(false);
  const [waiting, setWaiting] = useState({ writes: 0, uploads: 0 });
  const [busy, setBusy] = useState(false);
  const ask = async () => {
    const [writes, uploads] = await Promise.all([unsentWrites(), uploadsToFinish()]);
    setWaiting({ writes, uploads });
    setAsking(true);
  };
  const leave = async () => {
    setBusy(true);
    const { leaveDevice } = await import('@/features/devices/mutations');
    const left = leaveDevice();
    await navigate(paths.login);
    await left.then(
      () => toast('success', text.done),
      (error: unknown) => {
        console.error('The device keeps something:', error);
        toast('error', text.failed);
      },
    );
  };
  const mustWait = waiting.writes + waiting.uploads > 0;
  return (
    <SettingsCard title={text.title} lead={text.lead}>
      <Button kind="danger" onClick={() => void ask()}>
        {text.leave}
      </Button>
      <Confirmation
        open={asking}
        onClose={() => setAsking(false)}
        title={text.title}
        closeLabel={common.close}
        cancelLabel={text.cancel}
        confirmLabel={text.leave}
        danger
        busy={busy}
        disabled={mustWait}
        onConfirm={() => void leave()}
      >
        {waiting.writes > 0 && <Banner kind="warning">{text.waiting(waiting.writes)}</Banner>}
        {waiting.uploads > 0 && <Banner kind="warning">{text.uploads(waiting.uploads)}</Banner>}
        {!mustWait && <p>{text.confirm}</p>}
      </Confirmation>
    </SettingsCard>
  );
}
