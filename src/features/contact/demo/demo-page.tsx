import { ArrowLeft, Check } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Link, useLocation, useNavigate } from 'react-router-dom';
import { paths } from '@/shared/paths';
import { backLinkClass, buttonClass } from '@/ui/button';
import { cardClass } from '@/ui/card';
import { PrintedObject } from '@/ui/printed-object';
import type { StoredForm } from '../mutations';
import { useFormSent } from '../queries';
import { demo } from '../text/demo';
import { DemoForm } from './demo-form';

function Thanks({ email, form }: { email: string; form: StoredForm }) {
  const sent = useFormSent(form);
  const title = useRef<HTMLHeadingElement>(null);
  // The form that had the focus is gone. Move the focus to the heading, so that screen readers announce it.
  useEffect(() => title.current?.focus(), []);
  return (
    <section className={`${cardClass} mx-auto grid max-w-lg justify-items-center gap-3 px-6 py-12 text-center`}>
      <PrintedObject shape="rocket" total={14} done={14} width={110} height={140} label="" />
      <h1 ref={title} tabIndex={-1} className="mt-2 text-2xl outline-none">
        {demo.doneTitle}
      </h1>
      <p role="status" className="text-muted">
        {sent ? demo.done(email) : demo.saved(email)}
      </p>
      <Link to={paths.landing} className={buttonClass('primary', 'mt-3')}>
        {demo.home}
      </Link>
    </section>
  );
}

/** The demo request, in English (specification 1 §2). */
export function DemoPage() {
  const [sent, setSent] = useState<{ email: string; form: StoredForm }>();
  const { key } = useLocation();
  const navigate = useNavigate();
  return (
    <main lang="en" className="wrap-anywhere mx-auto max-w-[1080px] px-4 pt-3 pb-12 md:px-8">
      <button
        type="button"
        className={backLinkClass}
        onClick={() => void (key === 'default' ? navigate(paths.landing) : navigate(-1))}
      >
        <ArrowLeft size={20} aria-hidden="true" />
        {demo.back}
      </button>
      {sent ? (
        <Thanks {...sent} />
      ) : (
        <div className="mt-2 grid gap-8 md:grid-cols-[1fr_minmax(0,32rem)] md:items-start md:gap-12">
          <div>
            <h1 className="text-3xl">{demo.title}</h1>
            <p className="mt-3 max-w-[52ch] text-lg text-muted">{demo.lead}</p>
            <ul className="mt-5 grid gap-2.5">
              {demo.points.map((point) => (
                <li key={point} className="flex gap-2.5">
                  <Check size={20} aria-hidden="true" className="mt-0.5 shrink-0 text-accent-ink" />
                  {point}
                </li>
              ))}
            </ul>
            <PrintedObject
              shape="gear"
              total={18}
              done={12.4}
              width={220}
              height={200}
              label=""
              className="mt-10 hidden md:block"
            />
          </div>
          <section className={`${cardClass} p-5 md:p-7`}>
            <DemoForm onDone={(email, form) => setSent({ email, form })} />
          </section>
        </div>
      )}
    </main>
  );
}
