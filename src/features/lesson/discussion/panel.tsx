import { X } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { IconButton } from '@/ui/button';
import { cardClass } from '@/ui/card';
import { classNames } from '@/ui/class-names';

interface PanelProps {
  /** Element id, for the `aria-controls` of the button that opens the panel. */
  id: string;
  title: string;
  hint?: string;
  closeLabel: string;
  onClose: () => void;
  /** Shown beside the close button. */
  actions?: ReactNode;
  children: ReactNode;
}

/** A panel that opens below the video without covering it. */
export function Panel({ id, title, hint, closeLabel, onClose, actions, children }: PanelProps) {
  const titleId = useId();
  return (
    <section id={id} aria-labelledby={titleId} className={classNames(cardClass, 'rise grid min-w-0 grid-cols-1 gap-3')}>
      <header className="flex flex-wrap items-center justify-end gap-1 border-line border-b py-1.5 pr-2 pl-4">
        <div className="min-w-0 grow basis-0 py-1 max-[18rem]:basis-full">
          <h2 id={titleId} className="text-lg">
            {title}
          </h2>
          {hint && <p className="text-muted text-sm">{hint}</p>}
        </div>
        {actions}
        <IconButton label={closeLabel} onClick={onClose}>
          <X size={22} aria-hidden="true" />
        </IconButton>
      </header>
      {children}
    </section>
  );
}
