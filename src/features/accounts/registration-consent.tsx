import { paths } from '@/shared/paths';
import { Checkbox } from '@/ui/checkbox';
import { register } from './text/register';

const linkClass = 'font-bold text-accent-ink underline underline-offset-4';

/** One checkbox for age, terms and privacy, with links to the texts. */
export function RegistrationConsent({ faultId }: { faultId: string | undefined }) {
  const link = (href: string, words: string) => (
    <a href={href} target="_blank" rel="noopener" className={linkClass}>
      {words}
      <span className="sr-only"> {register.newWindow}</span>
    </a>
  );
  return (
    <Checkbox
      name="accepted"
      aria-invalid={faultId ? true : undefined}
      aria-describedby={faultId}
      label={
        <>
          {register.age} {link(paths.terms, register.terms)} {register.and} {link(paths.privacy, register.privacy)}.
        </>
      }
    />
  );
}
