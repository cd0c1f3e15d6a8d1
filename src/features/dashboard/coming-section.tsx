import { frame, type Section, sections } from '@/text/shell';
import { Notice } from '@/ui/notice';

/** A section of the dashboard that is still being made. */
export function ComingSection({ section }: { section: Section }) {
  return (
    <>
      <h1 className="mt-2 mb-5 text-2xl md:text-3xl">{sections[section]}</h1>
      <Notice title={frame.comingTitle}>{frame.coming(sections[section])}</Notice>
    </>
  );
}
