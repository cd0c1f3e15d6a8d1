import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useUnsavedText } from '@/device/unsaved-text';
import { changedFields, type Profile, profileFields, websiteOf } from '@/features/accounts/rules/profile';
import { PROFILE_LENGTHS } from '@/shared/limits';
import { Banner } from '@/ui/banner';
import { Button } from '@/ui/button';
import { TextArea } from '@/ui/text-area';
import { TextField } from '@/ui/text-field';
import { profileText as text } from './text';

interface ProfileFormProps {
  email: string;
  profile: Profile;
  busy: boolean;
  failed: boolean;
  /** Saves the form. `before`: the values when editing started. */
  onSave: (before: Profile, after: Profile) => Promise<void>;
  onCancel: () => void;
}

const complete: Partial<Record<keyof Profile, string>> = {
  full_name: 'name',
  job_title: 'organization-title',
  website: 'url',
};

export function ProfileForm({ email, profile, busy, failed, onSave, onCancel }: ProfileFormProps) {
  const [before] = useState(profile);
  const [after, setAfter] = useState(profile);
  const [wrong, setWrong] = useState<Partial<Record<keyof Profile, string>>>({});
  const form = useRef<HTMLFormElement>(null);
  useUnsavedText(Object.keys(changedFields(before, after)).length > 0);
  useEffect(() => form.current?.querySelector<HTMLInputElement>('[name="full_name"]')?.focus(), []);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const website = websiteOf(after.website);
    const found = {
      ...(after.full_name.trim() ? {} : { full_name: text.nameMissing }),
      ...(website === null || website.length > PROFILE_LENGTHS.website ? { website: text.websiteWrong } : {}),
    };
    setWrong(found);
    const first = profileFields.find((field) => field in found);
    if (first) return form.current?.querySelector<HTMLInputElement>(`[name="${first}"]`)?.focus();
    const trimmed = Object.fromEntries(profileFields.map((field) => [field, after[field].trim()])) as Profile; // `profileFields` lists every key
    void onSave(before, { ...trimmed, website: website ?? '' });
  };

  const control = (field: keyof Profile) => ({
    label: text.fields[field],
    name: field,
    value: after[field],
    error: wrong[field],
    limit: PROFILE_LENGTHS[field],
    disabled: busy,
    onChange: (event: { target: { value: string } }) => setAfter({ ...after, [field]: event.target.value }),
  });
  return (
    <form ref={form} onSubmit={submit} noValidate className="grid gap-4 md:grid-cols-2">
      {failed && (
        <div className="md:col-span-2">
          <Banner kind="error">{text.failed}</Banner>
        </div>
      )}
      <dl className="md:col-span-2">
        <dt className="font-bold text-sm">{text.email}</dt>
        <dd className="break-words">{email}</dd>
        <dd className="text-muted text-sm">{text.emailHint}</dd>
      </dl>
      {profileFields.map((field) =>
        field === 'bio' ? (
          <TextArea key={field} {...control(field)} className="md:col-span-2" />
        ) : (
          <TextField
            key={field}
            {...control(field)}
            autoComplete={complete[field] ?? 'off'}
            {...(field === 'website' ? { type: 'url', inputMode: 'url' as const, hint: text.websiteHint } : {})}
          />
        ),
      )}
      <div className="flex flex-wrap gap-2 md:col-span-2">
        <Button type="submit" kind="primary" busy={busy}>
          {busy ? text.saving : text.save}
        </Button>
        <Button onClick={onCancel} disabled={busy}>
          {text.cancel}
        </Button>
      </div>
    </form>
  );
}
