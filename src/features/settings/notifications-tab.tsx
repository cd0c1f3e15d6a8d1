import { CloudUpload } from 'lucide-react';
import { useEffect, useState } from 'react';
import { setMuted } from '@/data/profile/mutations';
import { useMuted } from '@/data/profile/queries';
import { type MutableKind, mutableKinds } from '@/domain/journal';
import { useNoticePermission } from '@/lib/use-notice-permission';
import { common } from '@/text/common';
import { noticeText as text } from '@/text/settings';
import { Skeleton } from '@/ui/skeleton';
import { Switch } from '@/ui/switch';
import { toast } from '@/ui/toast';
import { SettingsCard } from './settings-card';
import { SettingsPlaceholder } from './settings-placeholder';

/** Switches optimistically; the stored value follows and has the last word. */
function KindSwitch({ kind, muted }: { kind: MutableKind; muted: boolean }) {
  const [wish, setWish] = useState<boolean>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the optimistic value ends when the stored value changes
  useEffect(() => setWish(undefined), [muted]);
  const choose = (next: boolean) => {
    setWish(next);
    setMuted(kind, next).catch((error: unknown) => {
      console.error('The choice was not written:', error);
      setWish(undefined);
      toast('error', text.failed);
    });
  };
  const { label, hint } = text.kinds[kind];
  return (
    <Switch
      label={label}
      hint={hint}
      checked={!(wish ?? muted)}
      onChange={(event) => choose(!event.target.checked)}
      className="py-2.5"
    />
  );
}

const skeleton = (
  <div role="status" aria-label={common.loading} className="grid gap-2">
    {[...mutableKinds, 'error'].map((kind) => (
      <Skeleton key={kind} className="h-14" />
    ))}
  </div>
);

function Kinds() {
  const known = useMuted();
  if (!known) return <SettingsPlaceholder skeleton={skeleton} />;
  return (
    <>
      <ul className="max-w-xl divide-y divide-line">
        {mutableKinds.map((kind) => (
          <li key={kind}>
            <KindSwitch kind={kind} muted={known.muted.has(kind)} />
          </li>
        ))}
        <li className="py-2.5">
          <p className="font-semibold text-sm">{text.always.label}</p>
          <p className="text-muted text-sm">{text.always.hint}</p>
        </li>
      </ul>
      {known.pending && (
        <p className="mt-4 flex gap-2 text-muted text-sm">
          <CloudUpload size={18} aria-hidden="true" className="mt-px shrink-0" />
          {text.pending}
        </p>
      )}
    </>
  );
}

/** Which notifications the server creates for the learner, and the browser's permission. */
export function NotificationsTab() {
  const permission = useNoticePermission();
  return (
    <>
      <SettingsCard title={text.title} lead={text.lead}>
        <Kinds />
      </SettingsCard>
      <SettingsCard title={text.device} lead={text.states[permission]} />
    </>
  );
}
