import { ChevronDown } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
import { classNames } from '@/ui/class-names';

interface DisclosureProps extends ComponentProps<'details'> {
  /** A heading, or plain text where the page has no headings. */
  summary: ReactNode;
}

/** A native disclosure, so that the browser's page search opens it. */
export function Disclosure({ summary, children, className, ...rest }: DisclosureProps) {
  return (
    <details {...rest} className={classNames('group/fold', className)}>
      <summary className="flex min-h-12 list-none items-center gap-3 rounded-control py-2 font-bold [&::-webkit-details-marker]:hidden">
        <span className="min-w-0 grow">{summary}</span>
        <ChevronDown
          size={20}
          aria-hidden="true"
          className="shrink-0 text-muted group-open/fold:rotate-180 motion-safe:transition-transform"
        />
      </summary>
      <div className="pb-4">{children}</div>
    </details>
  );
}
