import { X } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { IconButton } from './button';
import { useModal } from './use-modal';

interface DialogProps {
  open: boolean;
  onClose: () => void;
  title: string;
  closeLabel: string;
  children: ReactNode;
  /** Buttons at the bottom, the primary one last. */
  actions?: ReactNode;
}

/** A native modal dialog: the focus stays inside, Escape closes, the page behind is inert. On phones the dialog is a bottom sheet. */
export function Dialog({ open, onClose, title, closeLabel, children, actions }: DialogProps) {
  const ref = useModal(open);
  const titleId = useId();
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: a click outside closes the dialog; keyboards use Escape and the button
    <dialog
      ref={ref}
      aria-labelledby={titleId}
      onClose={() => open && onClose()}
      onClick={(event) => event.target === ref.current && event.detail < 2 && onClose()}
      className="sheet max-h-[88dvh] w-full max-w-lg overflow-hidden rounded-card border border-line bg-surface p-0 text-ink shadow-card backdrop:bg-shade"
    >
      {open && (
        <div className="flex max-h-[88dvh] flex-col max-md:pb-[env(safe-area-inset-bottom)]">
          <div className="flex items-center gap-3 border-line border-b py-2 pr-2 pl-5">
            <h2 id={titleId} className="min-w-0 grow text-lg">
              {title}
            </h2>
            <IconButton label={closeLabel} onClick={onClose}>
              <X size={22} aria-hidden="true" />
            </IconButton>
          </div>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard */}
          <section aria-labelledby={titleId} tabIndex={0} className="grow overflow-y-auto px-5 py-4">
            {children}
          </section>
          {actions && (
            <div className="flex flex-wrap justify-end gap-2 max-md:[&>*]:grow border-line border-t px-5 py-3">
              {actions}
            </div>
          )}
        </div>
      )}
    </dialog>
  );
}
