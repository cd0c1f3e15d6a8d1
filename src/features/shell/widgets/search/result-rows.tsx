import {
  Box,
  CalendarDays,
  Captions,
  CirclePlay,
  CornerDownLeft,
  FileText,
  ListChecks,
  type LucideIcon,
  NotebookPen,
} from 'lucide-react';
import type { Hit } from '@/features/search/rules/catalog-index';
import type { FurtherHit, FurtherKind } from '@/features/search/rules/further-index';
import type { Range } from '@/features/search/rules/highlight';
import { searchText } from '@/features/search/text';
import { formatDuration } from '@/shared/format/format';
import { useSectionRule } from '../sections';

const icons: Record<FurtherKind, LucideIcon> = {
  caption: Captions,
  resource: Box,
  quiz: ListChecks,
  news: FileText,
  event: CalendarDays,
  note: NotebookPen,
};

function Highlighted({ text, ranges }: { text: string; ranges: readonly Range[] }) {
  let last = 0;
  return (
    <>
      {ranges.map(([from, to]) => {
        const before = text.slice(last, from);
        last = to;
        return (
          <span key={from}>
            {before}
            <mark className="rounded-[3px] bg-accent/25 text-ink underline decoration-accent decoration-2 underline-offset-2">
              {text.slice(from, to)}
            </mark>
          </span>
        );
      })}
      {text.slice(ranges.at(-1)?.[1] ?? 0)}
    </>
  );
}

export function HitRow({ hit }: { hit: Hit }) {
  const courses = useSectionRule('courses');
  const Icon = hit.kind === 'course' ? courses.Icon : CirclePlay;
  return (
    <>
      <Icon size={20} role="img" aria-label={searchText.kinds[hit.kind]} className="mt-0.5 shrink-0 text-muted" />
      <span className="wrap-anywhere grid min-w-0 grow">
        <span className="line-clamp-3 font-bold text-sm">
          <Highlighted text={hit.title} ranges={hit.highlights} />
        </span>
        {hit.snippet && (
          <span className="line-clamp-2 text-muted text-xs">
            <Highlighted text={hit.snippet} ranges={hit.snippetHighlights} />
          </span>
        )}
        <span className="flex flex-wrap justify-between gap-x-3 text-muted text-xs">
          <span className="line-clamp-2">{hit.context}</span>
          <span className="num">
            {searchText.matches[hit.match]} · {searchText.percent(hit.score)}
          </span>
        </span>
      </span>
    </>
  );
}

/** Row of a result other than a course or lesson. Shows no percentage; shows the position in the lesson if the result has one. */
export function FurtherRow({ hit }: { hit: FurtherHit }) {
  const Icon = icons[hit.kind];
  return (
    <>
      <Icon size={20} aria-hidden="true" className="mt-0.5 shrink-0 text-muted" />
      <span className="wrap-anywhere grid min-w-0 grow">
        <span className="line-clamp-3 font-semibold text-sm">
          <Highlighted text={hit.title} ranges={hit.highlights} />
        </span>
        {hit.snippet && (
          <span className="line-clamp-2 text-muted text-xs">
            <Highlighted text={hit.snippet} ranges={hit.snippetHighlights} />
          </span>
        )}
        {(hit.context || hit.at !== null) && (
          <span className="flex justify-between gap-x-3 text-muted text-xs">
            <span className="line-clamp-2">{hit.context}</span>
            {hit.at !== null && (
              <span className="num shrink-0 font-bold text-accent-ink">{formatDuration(hit.at)}</span>
            )}
          </span>
        )}
      </span>
    </>
  );
}

export const SuggestionRow = ({ word }: { word: string }) => (
  <>
    <CornerDownLeft size={18} aria-hidden="true" className="shrink-0 self-center text-muted" />
    <span className="self-center font-semibold text-accent-ink text-sm">{word}</span>
  </>
);
