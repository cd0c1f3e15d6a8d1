import { type ChangeEvent, type FormEvent, type HTMLInputAutoCompleteAttribute, useRef, useState } from 'react';
import { useUnsavedText } from '@/device/unsaved-text';
import { DEMO_SUBMIT_MS } from '@/shared/app-limits';
import { FORM_VALUE_LENGTH } from '@/shared/limits';
import { Banner } from '@/ui/banner';
import { Button } from '@/ui/button';
import { Select } from '@/ui/select';
import { TextArea } from '@/ui/text-area';
import { TextField } from '@/ui/text-field';
import { requestDemo, type StoredForm } from '../mutations';
import { isEmailLike } from '../rules';
import { demoFields, interests, demo as text } from '../text/demo';

type FieldName = keyof typeof demoFields;
type Fields = Record<FieldName, string>;

const empty: Fields = {
  first_name: '',
  last_name: '',
  email: '',
  phone: '',
  company: '',
  job_title: '',
  interest: '',
  message: '',
};
const required: readonly FieldName[] = ['first_name', 'last_name', 'email'];

const lines: readonly { name: FieldName; type?: string; autoComplete: HTMLInputAutoCompleteAttribute }[] = [
  { name: 'first_name', autoComplete: 'given-name' },
  { name: 'last_name', autoComplete: 'family-name' },
  { name: 'email', type: 'email', autoComplete: 'email' },
  { name: 'phone', type: 'tel', autoComplete: 'tel' },
  { name: 'company', autoComplete: 'organization' },
  { name: 'job_title', autoComplete: 'organization-title' },
];

function faultsOf(fields: Fields): Partial<Fields> {
  const missing = required.filter((name) => !fields[name].trim()).map((name) => [name, text.required]);
  const email = fields.email.trim() && !isEmailLike(fields.email) ? [['email', text.invalidEmail]] : [];
  return Object.fromEntries([...missing, ...email]);
}

/** The form has three states: idle, submitting (1.5 s), done (specification 1 §4). The device stores the request before the form closes. */
export function DemoForm({ onDone }: { onDone: (email: string, form: StoredForm) => void }) {
  const [fields, setFields] = useState(empty);
  const [faults, setFaults] = useState<Partial<Fields>>({});
  const [busy, setBusy] = useState(false);
  const [failed, setFailed] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  useUnsavedText(!busy && Object.values(fields).some(Boolean));
  const set = ({ target }: ChangeEvent<HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement>) =>
    setFields({ ...fields, [target.name]: target.value });
  const labelOf = (name: FieldName) => (name === 'phone' ? `${demoFields.phone} ${text.optional}` : demoFields[name]);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const found = faultsOf(fields);
    setFaults(found);
    const first = required.find((name) => found[name]);
    if (first) {
      form.current?.querySelector<HTMLInputElement>(`[name=${first}]`)?.focus();
      return;
    }
    setBusy(true);
    setFailed(false);
    try {
      const [form] = await Promise.all([requestDemo(fields), new Promise((done) => setTimeout(done, DEMO_SUBMIT_MS))]);
      onDone(fields.email.trim(), form);
    } catch (error) {
      console.error('The request was not kept:', error);
      setFailed(true);
      setBusy(false);
    }
  };

  return (
    <form ref={form} noValidate onSubmit={submit} className="grid gap-4 md:grid-cols-2">
      {lines.map(({ name, type, autoComplete }) => (
        <TextField
          key={name}
          label={labelOf(name)}
          name={name}
          type={type}
          autoComplete={autoComplete}
          limit={FORM_VALUE_LENGTH}
          required={required.includes(name)}
          disabled={busy}
          value={fields[name]}
          error={faults[name]}
          onChange={set}
        />
      ))}
      <Select
        className="md:col-span-2"
        label={demoFields.interest}
        name="interest"
        disabled={busy}
        value={fields.interest}
        onChange={set}
      >
        <option value="">{text.choose}</option>
        {Object.entries(interests).map(([value, label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </Select>
      <TextArea
        className="md:col-span-2"
        label={demoFields.message}
        name="message"
        rows={4}
        limit={FORM_VALUE_LENGTH}
        disabled={busy}
        value={fields.message}
        onChange={set}
      />
      {failed && (
        <div className="md:col-span-2">
          <Banner kind="error">{text.failed}</Banner>
        </div>
      )}
      <Button type="submit" kind="primary" busy={busy} className="min-h-12 text-base md:col-span-2">
        {busy ? text.submitting : text.submit}
      </Button>
    </form>
  );
}
