import { X } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { IconButton } from '@/ui/button';
import { classNames } from '@/ui/class-names';
import { langOf } from '@/ui/lang-of';
import { useModal } from '@/ui/use-modal';
import { consoleText as text } from '../text/console';

interface SideDialogProps {
  open: boolean;
  onClose: () => void;
  title: string;
  /** Content below the title. */
  about?: ReactNode;
  children: ReactNode;
  /** Buttons at the bottom, the primary one last. */
  actions?: ReactNode;
  /** `true` is wide enough for a form with a picture, `'canvas'` for a canvas of 800 px. */
  wide?: boolean | 'canvas';
}

/** A dialog for a row, docked at the right so that the row stays visible. On phones it is a bottom sheet. */
export function SideDialog({ open, onClose, title, about, children, actions, wide = false }: SideDialogProps) {
  const ref = useModal(open);
  const titleId = useId();
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: a click outside closes the dialog; keyboards use Escape and the button
    <dialog
      ref={ref}
      aria-labelledby={titleId}
      onClose={() => open && onClose()}
      onClick={(event) => event.target === ref.current && event.detail < 2 && onClose()}
      className={classNames(
        'sheet overflow-hidden border border-line bg-surface p-0 text-ink shadow-card backdrop:bg-shade',
        'max-md:max-h-[92dvh] max-md:w-full md:my-3 md:mr-3 md:ml-auto md:h-[calc(100dvh-24px)] md:max-h-none md:rounded-card',
        'md:max-w-none',
        wide === 'canvas'
          ? 'md:w-[min(842px,calc(100vw-24px))]'
          : wide
            ? 'md:w-[min(720px,calc(100vw-24px))]'
            : 'md:w-[min(464px,calc(100vw-24px))]',
      )}
    >
      {open && (
        <div className="flex h-full max-h-[inherit] flex-col max-md:pb-[env(safe-area-inset-bottom)]">
          <div className="flex items-start gap-3 border-line border-b py-2 pr-2 pl-5">
            <div className="min-w-0 grow py-1.5">
              <h2 id={titleId} lang={langOf(title)} className="wrap-anywhere text-lg">
                {title}
              </h2>
              {about && <p className="wrap-anywhere text-muted text-xs">{about}</p>}
            </div>
            <IconButton label={text.close} onClick={onClose}>
              <X size={20} aria-hidden="true" />
            </IconButton>
          </div>
          <section
            aria-labelledby={titleId}
            // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
            tabIndex={0}
            className="min-h-0 grow overflow-y-auto px-5 py-4 focus-visible:-outline-offset-3"
          >
            {children}
          </section>
          {actions && (
            <div className="flex flex-wrap items-center justify-end gap-2 max-md:[&>*]:grow border-line border-t px-5 py-3">
              {actions}
            </div>
          )}
        </div>
      )}
    </dialog>
  );
}
