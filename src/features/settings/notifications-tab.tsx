import { CloudUpload } from 'lucide-react';
import { setMuted } from '@/features/accounts/mutations';
import { useMuted } from '@/features/accounts/queries/profile';
import type { MutableKind } from '@/shared/journal';
import { mutableKinds } from '@/shared/kinds';
import { common } from '@/shared/text/common';
import { Skeleton } from '@/ui/skeleton';
import { PushCard } from './push-card';
import { SettingsCard } from './settings-card';
import { SettingsPlaceholder } from './settings-placeholder';
import { StoredSwitch } from './stored-switch';
import { noticeText as text } from './text';

function KindSwitch({ kind, muted }: { kind: MutableKind; muted: boolean }) {
  return <StoredSwitch {...text.kinds[kind]} checked={!muted} write={(wanted) => setMuted(kind, !wanted)} />;
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
      <ul className="max-w-xl ruled">
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
/** Chooses which notifications the server creates for the learner, and which of them are pushed to devices. */
export function NotificationsTab() {
  return (
    <>
      <SettingsCard title={text.title} lead={text.lead}>
        <Kinds />
      </SettingsCard>
      <PushCard />
    </>
  );
}
