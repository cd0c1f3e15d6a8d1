import type { ReactNode } from 'react';
import { classNames } from '@/lib/class-names';
import { cardClass } from './card';
import { PrintedObject } from './printed-object';

interface NoticeProps {
  title: string;
  children?: ReactNode;
  /** One action, rarely two. */
  action?: ReactNode;
  /** `error` is told at once by a screen reader. */
  kind?: 'empty' | 'error' | 'offline';
  className?: string;
}

/** What a screen says when it has nothing to show: why, what is safe, what to do. */
export function Notice({ title, children, action, kind = 'empty', className }: NoticeProps) {
  return (
    <div
      role={kind === 'error' ? 'alert' : undefined}
      className={classNames(cardClass, 'flex flex-col items-center gap-3 px-6 py-10 text-center', className)}
    >
      <PrintedObject shape="vase" total={9} done={kind === 'error' ? 2.4 : 0} minLines={9} width={64} height={64} label="" />
      <h2 className="text-lg">{title}</h2>
      {children && <div className="max-w-prose text-muted">{children}</div>}
      {action && <div className="mt-2 flex flex-wrap justify-center gap-2">{action}</div>}
    </div>
  );
}
