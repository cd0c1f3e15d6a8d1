import type { ComponentProps, ReactNode } from 'react';
import { classNames } from '@/ui/class-names';

interface SwitchProps extends Omit<ComponentProps<'input'>, 'type' | 'role'> {
  label: ReactNode;
  hint?: ReactNode;
}

/** A switch that takes effect at once, without a save button. The whole row is clickable. */
export function Switch({ label, hint, className, ...rest }: SwitchProps) {
  return (
    <label
      className={classNames(
        'flex min-h-11 cursor-pointer items-center gap-4 has-disabled:cursor-not-allowed has-disabled:opacity-55',
        className,
      )}
    >
      <span className="min-w-0 grow">
        <span className="block font-semibold text-sm">{label}</span>
        {hint && <span className="block text-muted text-sm">{hint}</span>}
      </span>
      {/* biome-ignore lint/a11y/useAriaPropsForRole: a checkbox exposes its checked state itself */}
      <input {...rest} type="checkbox" role="switch" className="switch" />
    </label>
  );
}
