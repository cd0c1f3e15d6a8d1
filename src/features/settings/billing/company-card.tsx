import { useState } from 'react';
import { codeOf } from '@/device/service/requests';
import { syncNow } from '@/device/sync/mutations';
import { useCompany } from '@/features/accounts/queries/profile';
import { saveCompany } from '@/features/billing/requests';
import { companyProblem, companyText as text } from '@/features/billing/text/company';
import type { Company } from '@/shared/company';
import { common } from '@/shared/text/common';
import { Banner } from '@/ui/banner';
import { Button } from '@/ui/button';
import { SkeletonText } from '@/ui/skeleton';
import { toast } from '@/ui/toast';
import { SettingsCard } from '../settings-card';
import { SettingsPlaceholder } from '../settings-placeholder';
import { CompanyForm } from './company-form';

function CompanyFacts({ company }: { company: Company }) {
  const names = ['name', 'company_id', 'vat_number', 'address'] as const;
  return (
    <dl className="grid gap-x-6 gap-y-3 md:grid-cols-2">
      {names.map(
        (name) =>
          company[name] && (
            <div key={name}>
              <dt className="text-muted text-sm">{text.fields[name]}</dt>
              <dd className="wrap-anywhere whitespace-pre-line">{company[name]}</dd>
            </div>
          ),
      )}
    </dl>
  );
}

/** The company on the invoices. Reads the company from this device and sends changes to the payment service. */
export function CompanyCard({ online }: { online: boolean }) {
  const stored = useCompany();
  /** The company that was just saved, shown until the device receives it from the server. */
  const [saved, setSaved] = useState<Company | null>();
  const [editing, setEditing] = useState(false);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const company = saved === undefined ? stored : saved;
  const save = async (next: Company | null) => {
    setBusy(true);
    setProblem(null);
    try {
      await saveCompany(next);
      setSaved(next);
      setEditing(false);
      syncNow();
      toast('success', next ? text.saved : text.removed);
    } catch (error) {
      setProblem(companyProblem(codeOf(error)));
    } finally {
      setBusy(false);
    }
  };
  return (
    <SettingsCard title={text.title} lead={text.lead}>
      {company === undefined ? (
        <SettingsPlaceholder
          skeleton={
            <div role="status" aria-label={common.loading}>
              <SkeletonText />
            </div>
          }
        />
      ) : editing ? (
        <CompanyForm
          company={company}
          busy={busy}
          blocked={!online}
          onSave={(next) => void save(next)}
          onCancel={() => setEditing(false)}
        />
      ) : (
        <div className="grid gap-4">
          {company ? <CompanyFacts company={company} /> : <p>{text.none}</p>}
          <div className="flex flex-wrap gap-2">
            <Button disabled={!online || busy} onClick={() => setEditing(true)}>
              {company ? text.edit : text.add}
            </Button>
            {company && (
              <Button kind="plain" busy={busy} disabled={!online} onClick={() => void save(null)}>
                {text.remove}
              </Button>
            )}
          </div>
        </div>
      )}
      {!online && <p className="mt-3 text-muted text-sm">{text.offline}</p>}
      {problem && (
        <div className="mt-4">
          <Banner kind="error">{problem}</Banner>
        </div>
      )}
    </SettingsCard>
  );
}
