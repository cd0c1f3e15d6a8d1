import { type ReactNode, useId } from 'react';
import { Card } from '@/ui/card';

interface SettingsCardProps {
  title: string;
  lead?: ReactNode;
  /** Content at the end of the title row. */
  end?: ReactNode;
  children?: ReactNode;
}

/** One topic of the settings: title, explanation, controls. */
export function SettingsCard({ title, lead, end, children }: SettingsCardProps) {
  const id = useId();
  return (
    <Card aria-labelledby={id} className="p-5 md:p-7">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h2 id={id} className="text-xl">
          {title}
        </h2>
        {end}
      </div>
      {lead && <p className="mt-1 max-w-prose text-muted">{lead}</p>}
      {children && <div className="mt-5">{children}</div>}
    </Card>
  );
}
