import { MonitorSmartphone } from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { useOnline } from '@/device/use-online';
import { endDevice, endOtherDevices, fetchDevices, type SignedInDevice } from '@/features/devices/requests';
import { deviceName } from '@/features/devices/rules';
import { common } from '@/shared/text/common';
import { Badge } from '@/ui/badge';
import { Button } from '@/ui/button';
import { Notice } from '@/ui/notice';
import { SkeletonRow } from '@/ui/skeleton';
import { toast } from '@/ui/toast';
import { SettingsCard } from '../settings-card';
import { devicesText as text } from '../text';

type Devices = { state: 'loading' } | { state: 'failed' } | { state: 'list'; devices: SignedInDevice[] };

function useDevices(online: boolean) {
  const [shown, setShown] = useState<Devices>({ state: 'loading' });
  const load = () =>
    fetchDevices().then(
      (devices) => setShown({ state: 'list', devices }),
      (error: unknown) => {
        console.error('The devices could not be loaded:', error);
        setShown({ state: 'failed' });
      },
    );
  const start = useEffectEvent(() => void load());
  useEffect(() => {
    if (online) start();
  }, [online]);
  const again = () => {
    setShown({ state: 'loading' });
    return load();
  };
  return { shown, load, again };
}

function DeviceRow({ device, busy, onEnd }: { device: SignedInDevice; busy: boolean; onEnd: () => void }) {
  const { browser, system } = deviceName(device.user_agent);
  const name = text.name(browser, system);
  return (
    <li className="flex min-h-16 items-center gap-3 py-2">
      <MonitorSmartphone size={22} aria-hidden="true" className="shrink-0 text-muted" />
      <div className="min-w-0 grow">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 font-bold">
          {name}
          {device.is_current && <Badge tone="ok">{text.current}</Badge>}
        </p>
        <p className="text-muted text-sm">
          {device.is_current ? text.since(device.created_at) : text.seen(device.seen_at)}
        </p>
      </div>
      {!device.is_current && (
        <Button disabled={busy} onClick={onEnd} className="shrink-0" aria-label={text.endNamed(name)}>
          {text.end}
        </Button>
      )}
    </li>
  );
}

/** The devices where the account is signed in, each with a sign-out button except this device. */
export function DevicesCard() {
  const online = useOnline();
  const { shown, load, again } = useDevices(online);
  const [busy, setBusy] = useState(false);
  const end = async (work: Promise<void>, done: string) => {
    setBusy(true);
    try {
      await work;
      toast('success', done);
    } catch (error) {
      console.error('A session was not ended:', error);
      toast('error', text.endFailed);
    }
    await load();
    setBusy(false);
  };
  return (
    <SettingsCard title={text.title} lead={text.lead}>
      {!online && (
        <Notice title={text.offline} headingLevel={3} kind="offline">
          {text.offlineText}
        </Notice>
      )}
      {online && shown.state === 'loading' && (
        <div role="status" aria-label={text.loading}>
          <SkeletonRow />
          <SkeletonRow />
        </div>
      )}
      {online && shown.state === 'failed' && (
        <Notice
          title={text.failed}
          headingLevel={3}
          kind="error"
          action={<Button onClick={() => void again()}>{common.retry}</Button>}
        >
          {text.failedText}
        </Notice>
      )}
      {online && shown.state === 'list' && (
        <>
          <ul className="ruled">
            {shown.devices.map((device) => (
              <DeviceRow
                key={device.id}
                device={device}
                busy={busy}
                onEnd={() => void end(endDevice(device.id), text.ended)}
              />
            ))}
          </ul>
          {shown.devices.length > 2 && (
            <Button
              kind="danger"
              busy={busy}
              onClick={() => void end(endOtherDevices(), text.othersEnded)}
              className="mt-3"
            >
              {text.others}
            </Button>
          )}
        </>
      )}
    </SettingsCard>
  );
}
