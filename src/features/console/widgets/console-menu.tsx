import { PanelLeftClose, PanelLeftOpen } from 'lucide-react';
import { Link } from 'react-router-dom';
import { type ConsoleSection, consoleText as text } from '@/features/console-kit/text/console';
import { classNames } from '@/ui/class-names';
import { useConsoleSections } from './console-sections';

interface ConsoleMenuProps {
  section: ConsoleSection | undefined;
  /** True to show only icons; their names then appear on hover and focus. */
  folded?: boolean;
  onChoose?: () => void;
}

/** Links to the sections of the console. */
export const ConsoleMenu = ({ section, folded = false, onChoose }: ConsoleMenuProps) => (
  <nav aria-label={text.menu}>
    <ul className="grid gap-1">
      {useConsoleSections().map(({ id, href, title, Icon }) => (
        <li key={id}>
          <Link
            to={href}
            onClick={onChoose}
            aria-current={id === section ? 'page' : undefined}
            className={classNames(
              'group/item relative flex min-h-11 items-center gap-3 rounded-control font-semibold no-underline',
              folded ? 'justify-center' : 'px-3',
              id === section ? 'bg-sunk text-ink shadow-[inset_3px_0_0_var(--accent)]' : 'text-muted hover:text-ink',
            )}
          >
            <Icon size={20} aria-hidden="true" className="shrink-0" />
            <span
              className={
                folded
                  ? 'pointer-events-none absolute left-full z-40 ml-2 whitespace-nowrap rounded-control border border-line bg-surface px-3 py-1.5 text-ink text-sm opacity-0 shadow-card group-hover/item:opacity-100 group-focus-visible/item:opacity-100'
                  : 'min-w-0'
              }
            >
              {title}
            </span>
          </Link>
        </li>
      ))}
    </ul>
  </nav>
);

export function FoldButton({ folded, onFold }: { folded: boolean; onFold: (folded: boolean) => void }) {
  const Icon = folded ? PanelLeftOpen : PanelLeftClose;
  return (
    <button
      type="button"
      aria-expanded={!folded}
      aria-label={folded ? text.unfold : undefined}
      title={folded ? text.unfold : undefined}
      onClick={() => onFold(!folded)}
      className={classNames(
        'flex min-h-11 w-full items-center gap-3 rounded-control font-semibold text-muted hover:text-ink',
        folded ? 'justify-center' : 'px-3',
      )}
    >
      <Icon size={20} aria-hidden="true" />
      {!folded && text.fold}
    </button>
  );
}
