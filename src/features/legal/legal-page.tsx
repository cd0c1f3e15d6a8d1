import { ArrowLeft, MessageCircle } from 'lucide-react';
import { useState } from 'react';
import { Link, useLocation, useNavigate } from 'react-router-dom';
import { paths } from '@/shared/paths';
import { backLinkClass, buttonClass } from '@/ui/button';
import { cardClass } from '@/ui/card';
import { SegmentedControl } from '@/ui/segmented-control';
import { LegalArticle } from './legal-article';
import { type Language, type LegalDocument, languageNames, legalFrame } from './text/legal';
import { privacyText } from './text/privacy';
import { refundText } from './text/refund';
import { termsText } from './text/terms';

const documents: readonly { path: string; text: LegalDocument }[] = [
  { path: paths.terms, text: termsText },
  { path: paths.privacy, text: privacyText },
  { path: paths.refund, text: refundText },
];

const languages = (['en', 'bg'] as const).map((value) => ({
  value,
  label: languageNames[value],
  icon: <span aria-hidden="true">{value.toUpperCase()}</span>,
}));

/** The page of the terms, the privacy policy and the refund policy, in English by default or in Bulgarian (specification 3 §2). */
function LegalPage({ text }: { text: LegalDocument }) {
  const [language, setLanguage] = useState<Language>('en');
  const { key } = useLocation();
  const navigate = useNavigate();
  const frame = legalFrame[language];
  // A page opened in a new tab has no previous history entry.
  const back = () => (key === 'default' ? navigate(paths.landing) : navigate(-1));
  return (
    <main lang={language} className="wrap-anywhere">
      <header className="sticky top-0 z-10 border-line border-b bg-paper print:hidden">
        <div className="mx-auto flex max-w-[840px] items-center justify-between gap-3 px-4 py-2">
          <button type="button" onClick={() => void back()} className={backLinkClass}>
            <ArrowLeft size={20} aria-hidden="true" />
            {frame.back}
          </button>
          <SegmentedControl
            label={frame.language}
            options={languages}
            value={language}
            onChange={setLanguage}
            iconsOnly
          />
        </div>
      </header>
      <div className="mx-auto max-w-[840px] px-4 pt-5 pb-10">
        <LegalArticle key={language} text={text[language]} language={language} />
        <section aria-label={frame.helpTitle} className={`${cardClass} mt-5 flex gap-4 p-5 print:hidden`}>
          <MessageCircle size={24} aria-hidden="true" className="mt-0.5 shrink-0 text-accent-ink" />
          <div>
            <h2 className="text-lg">{frame.helpTitle}</h2>
            <p className="mt-1 text-muted">{frame.helpText}</p>
            <Link to={paths.contact} className={buttonClass('quiet', 'mt-3')}>
              {frame.write}
            </Link>
          </div>
        </section>
      </div>
      <footer className="mx-auto max-w-[840px] px-4 pb-10 text-center text-muted text-sm">
        <nav aria-label={frame.others} className="mb-3 flex flex-wrap justify-center gap-x-5 print:hidden">
          {documents
            .filter((other) => other.text !== text)
            .map((other) => (
              <Link
                key={other.path}
                to={other.path}
                className="inline-flex min-h-11 items-center font-bold text-accent-ink"
              >
                {other.text[language].title}
              </Link>
            ))}
        </nav>
        <p>{frame.updated}</p>
      </footer>
    </main>
  );
}

export const TermsPage = () => <LegalPage text={termsText} />;
export const PrivacyPage = () => <LegalPage text={privacyText} />;
export const RefundPage = () => <LegalPage text={refundText} />;
