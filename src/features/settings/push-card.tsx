import { useState } from 'react';
import { requestInstall } from '@/device/install';
import { pushState, switchOff, switchOn, usePushState } from '@/device/push/device';
import {
  setQuietHours,
  setReminder,
  setTopicPushed,
  usePushPreferences,
} from '@/features/notifications/queries/push-preferences';
import { pushTopics } from '@/shared/kinds';
import { DEFAULT_QUIET_HOURS, NO_QUIET_HOURS, type PushPreferences, quietHoursOf } from '@/shared/push';
import { common } from '@/shared/text/common';
import { Button } from '@/ui/button';
import { Skeleton } from '@/ui/skeleton';
import { TextField } from '@/ui/text-field';
import { toast } from '@/ui/toast';
import { SettingsCard } from './settings-card';
import { SettingsPlaceholder } from './settings-placeholder';
import { StoredSwitch } from './stored-switch';
import { noticeText, pushText as text } from './text';

const complain = (words: string) => (error: unknown) => {
  console.error(error);
  toast('error', words);
};

/** Switches push on or off for this device. The browser asks for permission only after the click. */
function DeviceButton({ on }: { on: boolean }) {
  const [busy, setBusy] = useState(false);
  const change = async () => {
    setBusy(true);
    await (on ? switchOff() : switchOn()).catch(complain(text.failed));
    setBusy(false);
  };
  return (
    <Button kind={on ? 'quiet' : 'primary'} busy={busy} onClick={() => void change()}>
      {on ? text.switchOff : text.switchOn}
    </Button>
  );
}

function QuietHours({ value }: { value: string }) {
  const hours = quietHoursOf(value);
  const write = (next: string) => setQuietHours(next).catch(complain(noticeText.failed));
  return (
    <>
      <StoredSwitch
        label={text.quiet}
        hint={text.quietHint}
        checked={hours !== null}
        write={(wanted) => setQuietHours(wanted ? DEFAULT_QUIET_HOURS : NO_QUIET_HOURS)}
      />
      {hours && (
        <div className="flex flex-wrap gap-4 pb-2.5">
          <TextField
            label={text.quietFrom}
            type="time"
            value={hours.from}
            onChange={({ target }) => target.value && void write(`${target.value}-${hours.to}`)}
          />
          <TextField
            label={text.quietTo}
            type="time"
            value={hours.to}
            onChange={({ target }) => target.value && void write(`${hours.from}-${target.value}`)}
          />
        </div>
      )}
    </>
  );
}

function Choices({ wanted }: { wanted: PushPreferences }) {
  /** Switches the reminder. The reminder needs a device with push, so switching the reminder on also asks for the permission. */
  const remind = async (on: boolean) => {
    if (on && pushState() === 'off') await switchOn().catch(complain(text.failed));
    await setReminder(on);
  };
  return (
    <>
      <h3 className="text-base">{text.topics}</h3>
      <p className="text-muted text-sm">{text.everywhere}</p>
      <ul className="max-w-xl ruled">
        {pushTopics.map((topic) => (
          <li key={topic}>
            <StoredSwitch
              label={text.topic[topic]}
              checked={!wanted.off.has(topic)}
              write={(pushed) => setTopicPushed(topic, pushed)}
            />
          </li>
        ))}
        <li>
          <StoredSwitch label={text.reminder} hint={text.reminderHint} checked={wanted.reminder} write={remind} />
        </li>
        <li>
          <QuietHours value={wanted.quietHours} />
        </li>
      </ul>
    </>
  );
}

const skeleton = (
  <div role="status" aria-label={common.loading} className="grid gap-2">
    {pushTopics.map((topic) => (
      <Skeleton key={topic} className="h-12" />
    ))}
  </div>
);

/** Settings of push messages: this device, and the account's choices for all devices. */
export function PushCard() {
  const state = usePushState();
  const wanted = usePushPreferences();
  return (
    <SettingsCard title={text.title} lead={text.lead[state]}>
      {state === 'denied' && <p className="max-w-prose text-muted text-sm">{text.deniedHow}</p>}
      {state === 'install' && <Button onClick={requestInstall}>{text.install}</Button>}
      {(state === 'off' || state === 'on') && <DeviceButton on={state === 'on'} />}
      <div className="mt-6">{wanted ? <Choices wanted={wanted} /> : <SettingsPlaceholder skeleton={skeleton} />}</div>
    </SettingsCard>
  );
}
