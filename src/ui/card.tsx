import type { ComponentProps } from 'react';
import { classNames } from '@/ui/class-names';

export const cardClass = 'rounded-card border border-line bg-surface shadow-card';

export function Card({ className, ...rest }: ComponentProps<'section'>) {
  return <section {...rest} className={classNames(cardClass, className)} />;
}
