import type { ReactNode } from 'react';
import { classNames } from '@/ui/class-names';
import type { Shape } from '@/ui/drawing/printed';
import { langOf } from '@/ui/lang-of';
import { cardClass } from './card';
import { PrintedObject } from './printed-object';

interface NoticeProps {
  title: string;
  children?: ReactNode;
  /** One action, at most two. */
  action?: ReactNode;
  /** Screen readers announce `error` at once. */
  kind?: 'empty' | 'error' | 'offline';
  /** Default 2. Use 3 below a heading of level 2, and 1 when the notice is the whole screen. */
  headingLevel?: 1 | 2 | 3;
  /** Shape of the drawing. */
  shape?: Shape;
  className?: string;
}

/** Drawings: `empty` is a print that has just begun, `error` a print with shifted layers, `offline` a complete object. */
const drawings = {
  empty: { done: 0.45 },
  error: { done: 9, slipAt: 0.55 },
  offline: { done: 9 },
} as const;

/** Message of a screen that has nothing to show: the reason, what is safe, and what to do. */
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
