import type { ReactNode } from 'react';
import { classNames } from '@/lib/class-names';
import { langOf } from '@/lib/lang-of';
import type { Shape } from '@/lib/printed';
import { cardClass } from './card';
import { PrintedObject } from './printed-object';

interface NoticeProps {
  title: string;
  children?: ReactNode;
  /** One action, rarely two. */
  action?: ReactNode;
  /** `error` is told at once by a screen reader. */
  kind?: 'empty' | 'error' | 'offline';
  /** 2 unless it stands under a heading of that level; 1 where it is all that the screen says. */
  headingLevel?: 1 | 2 | 3;
  /** What should have been printed here. */
  shape?: Shape;
  className?: string;
}

/** The picture says the same: nothing printed yet, a print whose layers slipped, a whole object that is at hand without a network. */
const drawings = {
  empty: { done: 0.45 },
  error: { done: 9, slipAt: 0.55 },
  offline: { done: 9 },
} as const;

/** What a screen says when it has nothing to show: why, what is safe, what to do. */
export function Notice({
  title,
  children,
  action,
  kind = 'empty',
  shape = 'vase',
  headingLevel = 2,
  className,
}: NoticeProps) {
  const Heading = `h${headingLevel}` as const;
  return (
    <div
      role={kind === 'error' ? 'alert' : undefined}
      className={classNames(cardClass, 'flex flex-col items-center gap-3 px-6 py-10 text-center', className)}
    >
      <PrintedObject shape={shape} total={9} {...drawings[kind]} minLines={9} width={72} height={72} label="" />
      <Heading lang={langOf(title)} className="max-w-full text-lg">
        {title}
      </Heading>
      {children && (
        <div
          lang={typeof children === 'string' ? langOf(children) : undefined}
          className="max-w-[min(65ch,100%)] text-balance text-muted"
        >
          {children}
        </div>
      )}
      {action && <div className="mt-2 flex flex-wrap justify-center gap-2">{action}</div>}
    </div>
  );
}
