import { paths } from '@/shared/paths';
import { confirmSheet as text } from '@/shared/text/pricing';
import { Checkbox } from '@/ui/checkbox';

const consents = [
  { key: 'terms', href: paths.terms, ...text.terms },
  { key: 'privacy', href: paths.privacy, ...text.privacy },
  { key: 'refund', href: paths.refund, ...text.refund },
] as const;

export type PurchaseConsent = (typeof consents)[number]['key'];

export const allConsents = (given: readonly PurchaseConsent[]): boolean => given.length === consents.length;

interface PurchaseConsentsProps {
  given: readonly PurchaseConsent[];
  onChange: (given: readonly PurchaseConsent[]) => void;
}

/** The three consents of a purchase and of an upgrade, each with a link to its text. */
export function PurchaseConsents({ given, onChange }: PurchaseConsentsProps) {
  return (
    <div className="grid gap-1">
      {consents.map(({ key, href, before, link }) => (
        <Checkbox
          key={key}
          checked={given.includes(key)}
          onChange={({ target }) => onChange(target.checked ? [...given, key] : given.filter((other) => other !== key))}
          label={
            <>
              {before}
              <a
                href={href}
                target="_blank"
                rel="noopener"
                className="font-bold text-accent-ink underline underline-offset-4"
              >
                {link}
                <span className="sr-only"> {text.newWindow}</span>
              </a>
            </>
          }
        />
      ))}
    </div>
  );
}
