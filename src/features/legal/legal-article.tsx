import { Printer } from 'lucide-react';
import { useState } from 'react';
import { Button } from '@/ui/button';
import { cardClass } from '@/ui/card';
import { Disclosure } from '@/ui/disclosure';
import { type Language, type LegalSection, type LegalText, legalFrame } from './text/legal';

/** Classes of a section. On paper every section is open. */
const foldClass =
  'border-line border-b px-4 last:border-b-0 md:px-6 print:break-inside-avoid print:[&::details-content]:block! print:[&::details-content]:[content-visibility:visible]!';

function Section({ section, important, open }: { section: LegalSection; important: string; open: boolean }) {
  return (
    <Disclosure
      className={foldClass}
      open={open}
      summary={
        <span className="flex flex-wrap items-center gap-x-3 gap-y-1 py-1">
          <h2 className="text-base md:text-lg">{section.title}</h2>
          {section.important && (
            <span className="rounded-full border border-current px-2.5 py-0.5 font-bold text-accent-ink text-xs">
              {important}
            </span>
          )}
        </span>
      }
    >
      <div className="grid max-w-[68ch] gap-3 pb-1 leading-relaxed">
        {section.body.map((block) =>
          typeof block === 'string' ? (
            <p key={block}>{block}</p>
          ) : (
            <ul key={block[0]} className="grid list-disc gap-1.5 pl-5 marker:text-accent-ink">
              {block.map((item) => (
                <li key={item}>{item}</li>
              ))}
            </ul>
          ),
        )}
      </div>
    </Disclosure>
  );
}

/** A legal text in one language: the welcome card and the sections, of which the first is open. */
export function LegalArticle({ text, language }: { text: LegalText; language: Language }) {
  const [all, setAll] = useState<boolean>();
  const frame = legalFrame[language];
  return (
    <>
      <div className={`${cardClass} border-l-4 border-l-accent p-5 md:p-6`}>
        <h1 className="text-2xl">{text.title}</h1>
        <p className="mt-3 font-bold text-lg">{text.welcome}</p>
        <p className="mt-1 max-w-[68ch] text-muted leading-relaxed">{text.lead}</p>
      </div>
      <div className="mt-4 mb-2 flex flex-wrap justify-end gap-x-2 print:hidden">
        <Button kind="plain" onClick={() => setAll(!all)}>
          {all ? frame.closeAll : frame.openAll}
        </Button>
        <Button kind="plain" onClick={() => window.print()}>
          <Printer size={18} aria-hidden="true" />
          <span className="max-md:sr-only">{frame.print}</span>
        </Button>
      </div>
      <div className={cardClass}>
        {text.sections.map((section, index) => (
          <Section key={section.title} section={section} important={frame.important} open={all ?? index === 0} />
        ))}
      </div>
    </>
  );
}
