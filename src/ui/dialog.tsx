import { X } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { IconButton } from './button';
import { classNames } from './class-names';
import { langOf } from './lang-of';
import { useModal } from './use-modal';

export interface DialogProps {
  open: boolean;
  onClose: () => void;
  title: string;
  closeLabel: string;
  /** Shown below the title. */
  about?: ReactNode;
  children: ReactNode;
  /** Buttons at the bottom, the primary one last. */
  actions?: ReactNode;
  /** Size and place. The default is centred. */
  className?: string;
}

const CENTRED = 'max-h-[88dvh] w-full max-w-lg rounded-card';

/** A native modal dialog: the focus stays inside, Escape closes, the page behind is inert. On phones the dialog is a bottom sheet. */
export function Dialog({
  open,
  onClose,
  title,
  closeLabel,
  about,
  children,
  actions,
  className = CENTRED,
}: DialogProps) {
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
        className,
      )}
    >
      {open && (
        <div className="flex h-full max-h-[inherit] flex-col max-md:pb-[env(safe-area-inset-bottom)]">
          <div className="flex items-start gap-3 border-line border-b py-2 pr-2 pl-5">
            <div className="min-w-0 grow py-2">
              <h2 id={titleId} lang={langOf(title)} className="wrap-anywhere text-lg">
                {title}
              </h2>
              {about && <p className="wrap-anywhere text-muted text-xs">{about}</p>}
            </div>
            <IconButton label={closeLabel} onClick={onClose}>
              <X size={22} aria-hidden="true" />
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
