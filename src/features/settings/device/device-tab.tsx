import { Download } from 'lucide-react';
import { useState } from 'react';
import { saveAsFile } from '@/device/save-as-file';
import { useAccount } from '@/device/session/session-store';
import { deleteDownloads } from '@/features/downloads/mutations/downloads';
import { useDownloads } from '@/features/downloads/queries/use-downloads';
import { downloadText } from '@/features/downloads/text';
import { DeleteMany } from '@/features/downloads/widgets/delete-many';
import { StorageSummary } from '@/features/downloads/widgets/storage-summary';
import { ThemeChoice } from '@/features/shell/widgets/theme-choice';
import { currentDevice } from '@/shared/device';
import { common } from '@/shared/text/common';
import { Button } from '@/ui/button';
import { Skeleton } from '@/ui/skeleton';
import { toast } from '@/ui/toast';
import { SettingsCard } from '../settings-card';
import { LeaveCard } from './leave-card';
import { LimitChoice } from './limit-choice';
import { StoredKinds } from './stored-kinds';
import { deviceText as text } from './text';
import { WifiSwitch } from './wifi-switch';

function Downloads() {
  const account = useAccount() ?? '';
  const rows = useDownloads();
  if (!rows) {
    return (
      <div role="status" aria-label={common.loading}>
        <Skeleton className="h-14" />
      </div>
    );
  }
  const removeAll = () =>
    deleteDownloads(
      account,
      rows.map(({ id }) => id),
    ).then(
      () => toast('success', downloadText.removed(rows.length)),
      () => toast('error', downloadText.orderFailed),
    );
  return (
    <div className="grid justify-items-start gap-3">
      {rows.length === 0 && <p>{currentDevice() === 'desktop' ? text.noneDesktop : text.none}</p>}
      {rows.length > 0 && (
        <>
          <div className="grid w-full gap-3">
            <StorageSummary rows={rows} />
          </div>
          <DeleteMany title={text.removeAll} question={text.removeConfirm} onConfirm={() => void removeAll()} />
        </>
      )}
      {currentDevice() !== 'desktop' && <LimitChoice />}
      <StoredKinds rows={rows} />
    </div>
  );
}

function Export({ email }: { email: string }) {
  const account = useAccount() ?? '';
  const [busy, setBusy] = useState(false);
  const save = async () => {
    setBusy(true);
    try {
      const { exportMyData } = await import('@/features/accounts/queries/export');
      saveAsFile(`sloy-${new Date().toISOString().slice(0, 10)}.json`, await exportMyData(account, email));
    } catch (error) {
      console.error('The data could not be exported:', error);
      toast('error', text.exportFailed);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button busy={busy} onClick={() => void save()}>
      {!busy && <Download size={18} aria-hidden="true" />}
      {text.export}
    </Button>
  );
}

/** Settings of this device: theme, stored data, and an export of the learner's data. */
export function DeviceTab({ email }: { email: string }) {
  return (
    <>
      <SettingsCard title={text.theme} lead={text.themeText}>
        <div className="max-w-lg">
          <ThemeChoice />
        </div>
      </SettingsCard>
      <SettingsCard title={text.storage}>
        <Downloads />
        <WifiSwitch />
      </SettingsCard>
      <SettingsCard title={text.exportTitle} lead={text.exportText}>
        <Export email={email} />
      </SettingsCard>
      <LeaveCard />
    </>
  );
}
