import { type FormEvent, useRef, useState } from 'react';
import { useUnsavedText } from '@/device/unsaved-text';
import { EMAIL_LENGTH, FORM_VALUE_LENGTH } from '@/shared/limits';
import { Banner } from '@/ui/banner';
import { Button } from '@/ui/button';
import { Select } from '@/ui/select';
import { TextArea } from '@/ui/text-area';
import { TextField } from '@/ui/text-field';
import { AttachedLog } from './attached-log';
import { type StoredForm, sendContactRequest } from './mutations';
import { isEmailLike } from './rules';
import { contactTopicNames, contact as text } from './text/contact';

const NAME_LENGTH = 200;

type FieldName = 'name' | 'email' | 'message';
type Faults = Partial<Record<FieldName, string>>;

function faultsOf(values: FormData, names: readonly FieldName[]): Faults {
  const missing = names.filter((name) => !String(values.get(name) ?? '').trim()).map((name) => [name, text.required]);
  const email = String(values.get('email') ?? '').trim();
  return Object.fromEntries([...missing, ...(email && !isEmailLike(email) ? [['email', text.invalidEmail]] : [])]);
}

interface ContactFormProps {
  /** Account id; undefined for a visitor. */
  account: string | undefined;
  topic: string;
  onDone: (form: StoredForm) => void;
}

/** The form for a message to the team. The device stores the message before the form closes. */
export function ContactForm({ account, topic, onDone }: ContactFormProps) {
  const [faults, setFaults] = useState<Faults>({});
  const [typed, setTyped] = useState(false);
  const [log, setLog] = useState<string>();
  const [busy, setBusy] = useState(false);
  const [failed, setFailed] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  useUnsavedText(typed && !busy);
  const names: readonly FieldName[] = account ? ['message'] : ['name', 'email', 'message'];

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const values = new FormData(event.currentTarget);
    const found = faultsOf(values, names);
    setFaults(found);
    const first = names.find((name) => found[name]);
    if (first) {
      form.current?.querySelector<HTMLElement>(`[name=${first}]`)?.focus();
      return;
    }
    setBusy(true);
    setFailed(false);
    try {
      const fields = ['topic', ...names].map((name) => [name, String(values.get(name) ?? '')]);
      onDone(await sendContactRequest(Object.fromEntries(fields), log));
    } catch (error) {
      console.error('The message was not stored:', error);
      setFailed(true);
      setBusy(false);
    }
  };

  return (
    <form ref={form} noValidate onSubmit={submit} onInput={() => setTyped(true)} className="grid gap-4">
      <Select label={text.topic} name="topic" defaultValue={topic in contactTopicNames ? topic : 'other'}>
        {Object.entries(contactTopicNames).map(([value, label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </Select>
      {!account && (
        <div className="grid gap-4 md:grid-cols-2">
          <TextField
            label={text.name}
            name="name"
            autoComplete="name"
            limit={NAME_LENGTH}
            required
            error={faults.name}
          />
          <TextField
            label={text.email}
            name="email"
            type="email"
            autoComplete="email"
            limit={EMAIL_LENGTH}
            required
            error={faults.email}
          />
        </div>
      )}
      <TextArea
        label={text.message}
        name="message"
        rows={6}
        limit={FORM_VALUE_LENGTH}
        required
        error={faults.message}
      />
      {account && <AttachedLog account={account} log={log} onChange={setLog} />}
      {failed && <Banner kind="error">{text.failed}</Banner>}
      <Button type="submit" kind="primary" busy={busy} className="min-h-12 text-base">
        {busy ? text.submitting : text.submit}
      </Button>
    </form>
  );
}
