import { type FormEvent, useRef, useState } from 'react';
import { useUnsavedText } from '@/device/unsaved-text';
import { companyText as text } from '@/features/billing/text/company';
import { type Company, companyFaults, plainCompany } from '@/shared/company';
import { COMPANY_LENGTHS } from '@/shared/limits';
import { Button } from '@/ui/button';
import { TextArea } from '@/ui/text-area';
import { TextField } from '@/ui/text-field';

const names = ['name', 'company_id', 'vat_number', 'address'] as const;
/** Extra characters that a number field accepts, because numbers may be typed with spaces and dots. */
const SPACES = 8;

interface CompanyFormProps {
  company: Company | null;
  busy: boolean;
  blocked: boolean;
  onSave: (company: Company) => void;
  onCancel: () => void;
}

export function CompanyForm({ company, busy, blocked, onSave, onCancel }: CompanyFormProps) {
  const [faults, setFaults] = useState<ReturnType<typeof companyFaults>>({});
  const [typed, setTyped] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  useUnsavedText(typed && !busy);
  const errorOf = (name: keyof Company) => {
    const fault = faults[name];
    return fault && text.faults[fault];
  };
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const values = new FormData(event.currentTarget);
    const value = (name: keyof Company) => String(values.get(name) ?? '');
    const next = plainCompany({
      name: value('name'),
      company_id: value('company_id'),
      vat_number: value('vat_number'),
      address: value('address'),
    });
    const found = companyFaults(next);
    setFaults(found);
    const first = names.find((name) => found[name]);
    if (first) form.current?.querySelector<HTMLElement>(`[name=${first}]`)?.focus();
    else onSave(next);
  };
  return (
    <form ref={form} noValidate onSubmit={submit} onInput={() => setTyped(true)} className="grid gap-4 md:grid-cols-2">
      <TextField
        className="md:col-span-2"
        label={text.fields.name}
        name="name"
        autoComplete="organization"
        limit={COMPANY_LENGTHS.name}
        defaultValue={company?.name}
        error={errorOf('name')}
      />
      <TextField
        label={text.fields.company_id}
        name="company_id"
        inputMode="numeric"
        autoComplete="off"
        hint={text.hints.company_id}
        limit={COMPANY_LENGTHS.company_id + SPACES}
        defaultValue={company?.company_id}
        error={errorOf('company_id')}
      />
      <TextField
        label={text.fields.vat_number}
        name="vat_number"
        autoComplete="off"
        hint={text.hints.vat_number}
        limit={COMPANY_LENGTHS.vat_number + SPACES}
        defaultValue={company?.vat_number}
        error={errorOf('vat_number')}
      />
      <TextArea
        className="md:col-span-2"
        label={text.fields.address}
        name="address"
        autoComplete="street-address"
        rows={2}
        limit={COMPANY_LENGTHS.address}
        defaultValue={company?.address}
        error={errorOf('address')}
      />
      <div className="flex flex-wrap gap-2 md:col-span-2">
        <Button type="submit" kind="primary" busy={busy} disabled={blocked}>
          {busy ? text.saving : text.save}
        </Button>
        <Button onClick={onCancel} disabled={busy}>
          {text.cancel}
        </Button>
      </div>
    </form>
  );
}
