import { ArrowLeft } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router-dom';
import { useAccount } from '@/device/session/session-store';
import { usePlan } from '@/device/session/use-plan';
import { hasPrioritySupport } from '@/shared/entitlements';
import { paths } from '@/shared/paths';
import { Button, backLinkClass } from '@/ui/button';
import { cardClass } from '@/ui/card';
import { PrintedObject } from '@/ui/printed-object';
import { ContactForm } from './contact-form';
import type { StoredForm } from './mutations';
import { useFormSent } from './queries';
import { contact as text } from './text/contact';

interface ThanksProps {
  form: StoredForm;
  where: string;
  onAnother: () => void;
}

function Thanks({ form, where, onAnother }: ThanksProps) {
  const sent = useFormSent(form);
  const title = useRef<HTMLHeadingElement>(null);
  // The form that had the focus is gone. Move the focus to the heading, so that screen readers announce it.
  useEffect(() => title.current?.focus(), []);
  return (
    <section className="grid justify-items-center gap-3 py-6 text-center">
      <PrintedObject shape="rocket" total={14} done={14} width={96} height={120} label="" />
      <h2 ref={title} tabIndex={-1} className="text-xl outline-none">
        {text.doneTitle}
      </h2>
      <p role="status" className="text-muted">
        {sent ? text.sent : text.saved} {where}
      </p>
      <Button onClick={onAnother}>{text.another}</Button>
    </section>
  );
}

/** The contact form: for visitors and learners, with and without a network (decision 48). */
export function ContactPage() {
  const account = useAccount();
  const plan = usePlan();
  const [query] = useSearchParams();
  const [stored, setStored] = useState<StoredForm>();
  const { key } = useLocation();
  const navigate = useNavigate();
  const where = account ? text.leadAccount : text.leadVisitor;
  return (
    <main className="wrap-anywhere mx-auto max-w-[720px] px-4 pt-3 pb-12">
      <button
        type="button"
        className={backLinkClass}
        onClick={() => void (key === 'default' ? navigate(account ? paths.check : paths.landing) : navigate(-1))}
      >
        <ArrowLeft size={20} aria-hidden="true" />
        {text.back}
      </button>
      <h1 className="mt-2 text-2xl">{text.title}</h1>
      <p className="mt-2 max-w-prose text-muted">
        {text.lead} {where} {account && hasPrioritySupport(plan) && text.priority}
      </p>
      <div className={`${cardClass} mt-5 p-5 md:p-7`}>
        {stored ? (
          <Thanks form={stored} where={where} onAnother={() => setStored(undefined)} />
        ) : (
          <ContactForm account={account} topic={query.get('topic') ?? ''} onDone={setStored} />
        )}
      </div>
    </main>
  );
}
