import { Check, CloudUpload, Pencil } from 'lucide-react';
import { useEffect, useState } from 'react';
import { saveProfile } from '@/features/accounts/mutations';
import { useProfile } from '@/features/accounts/queries/profile';
import { changedFields, type Profile, profileFields } from '@/features/accounts/rules/profile';
import { PROFILE_SAVED_MS } from '@/shared/app-limits';
import { common } from '@/shared/text/common';
import { Badge } from '@/ui/badge';
import { Button } from '@/ui/button';
import { Skeleton } from '@/ui/skeleton';
import { ProfileForm } from './profile-form';
import { SettingsCard } from './settings-card';
import { SettingsPlaceholder } from './settings-placeholder';
import { profileText as text } from './text';

type State = 'view' | 'edit' | 'saving' | 'saved' | 'failed';

function Facts({ email, profile }: { email: string; profile: Profile }) {
  const facts = [
    ['email', text.email, email] as const,
    ...profileFields.map((field) => [field, text.fields[field], profile[field]] as const),
  ];
  return (
    <dl className="grid gap-x-8 gap-y-4 md:grid-cols-2">
      {facts.map(([id, label, value]) => (
        <div key={id} className={id === 'bio' ? 'min-w-0 md:col-span-2' : 'min-w-0'}>
          <dt className="font-bold text-muted text-sm">{label}</dt>
          <dd className={value ? 'whitespace-pre-line break-words' : 'text-muted'}>{value || text.empty}</dd>
        </div>
      ))}
    </dl>
  );
}

const skeleton = (
  <div role="status" aria-label={common.loading} className="grid gap-4 md:grid-cols-2">
    {['a', 'b', 'c', 'd'].map((key) => (
      <Skeleton key={key} className="h-12" />
    ))}
  </div>
);

/** The learner's profile. Editing works offline: the device stores the changes and sends them later. */
export function ProfileCard({ email }: { email: string }) {
  const known = useProfile();
  const [state, setState] = useState<State>('view');
  useEffect(() => {
    if (state !== 'saved') return;
    const timer = setTimeout(() => setState('view'), PROFILE_SAVED_MS);
    return () => clearTimeout(timer);
  }, [state]);

  const save = async (before: Profile, after: Profile) => {
    setState('saving');
    try {
      const change = changedFields(before, after);
      if (Object.keys(change).length) await saveProfile(change);
      setState('saved');
    } catch (error) {
      console.error('An error occurred updating profile', error);
      setState('failed');
    }
  };

  const viewed = state === 'view' || state === 'saved';
  return (
    <SettingsCard
      title={text.title}
      lead={text.lead}
      end={
        <span className="flex items-center">
          <span role="status" className="not-empty:mr-3">
            {state === 'saved' && (
              <Badge tone="ok">
                <Check size={14} aria-hidden="true" />
                <span className="inline-block first-letter:uppercase">{text.saved}</span>
              </Badge>
            )}
          </span>
          {viewed && known && (
            <Button onClick={() => setState('edit')}>
              <Pencil size={18} aria-hidden="true" />
              {text.edit}
            </Button>
          )}
        </span>
      }
    >
      {!known && <SettingsPlaceholder skeleton={skeleton} />}
      {known && viewed && (
        <>
          <Facts email={email} profile={known.profile} />
          {known.pending && (
            <p className="mt-5 flex gap-2 text-muted text-sm">
              <CloudUpload size={18} aria-hidden="true" className="mt-px shrink-0" />
              {text.pending}
            </p>
          )}
        </>
      )}
      {known && !viewed && (
        <ProfileForm
          email={email}
          profile={known.profile}
          busy={state === 'saving'}
          failed={state === 'failed'}
          onSave={save}
          onCancel={() => setState('view')}
        />
      )}
    </SettingsCard>
  );
}
