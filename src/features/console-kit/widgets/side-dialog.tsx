import { classNames } from '@/ui/class-names';
import { Dialog, type DialogProps } from '@/ui/dialog';
import { consoleText as text } from '../text/console';

interface SideDialogProps extends Omit<DialogProps, 'closeLabel' | 'className'> {
  /** `true` is wide enough for a form with a picture, `'canvas'` for a canvas of 800 px. */
  wide?: boolean | 'canvas';
}

const width = (wide: boolean | 'canvas') =>
  wide === 'canvas'
    ? 'md:w-[min(842px,calc(100vw-24px))]'
    : wide
      ? 'md:w-[min(720px,calc(100vw-24px))]'
      : 'md:w-[min(464px,calc(100vw-24px))]';

/** A dialog for a row, docked at the right so that the row stays visible. */
export function SideDialog({ wide = false, ...dialog }: SideDialogProps) {
  return (
    <Dialog
      {...dialog}
      closeLabel={text.close}
      className={classNames(
        'max-md:max-h-[92dvh] max-md:w-full md:my-3 md:mr-3 md:ml-auto md:h-[calc(100dvh-24px)] md:max-h-none md:max-w-none md:rounded-card',
        width(wide),
      )}
    />
  );
}
