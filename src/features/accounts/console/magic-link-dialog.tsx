import { asConsoleError } from '@/features/console-kit/requests/console-client';
import { consoleText } from '@/features/console-kit/text/console';
import { messages } from '@/features/console-kit/text/messages';
import { ConfirmDialog } from '@/features/console-kit/widgets/confirm-dialog';
import { consoleToast } from '@/features/console-kit/widgets/console-toast';
import { sendMagicLink } from './requests/users';
import { usersText as text } from './text';

interface MagicLinkDialogProps {
  open: boolean;
  email: string | undefined;
  onClose: () => void;
}

/** Confirms before a sign-in link is sent. The console never receives the link. */
export function MagicLinkDialog({ open, email, onClose }: MagicLinkDialogProps) {
  const send = async () => {
    if (!email) return;
    try {
      await sendMagicLink(email);
      consoleToast.success(messages.users.linkSent(email));
      onClose();
    } catch (thrown) {
      const error = asConsoleError(thrown);
      if (error.kind === 'limited')
        consoleToast.error(messages.users.link(consoleText.tooMany(Math.ceil(Number(error.details) / 60) || 60)));
      else if (error.kind === 'network') consoleToast.error(messages.users.linkError(error.detail));
      else consoleToast.error(messages.users.link(error.detail));
    }
  };
  return (
    <ConfirmDialog
      open={open && email !== undefined}
      onClose={onClose}
      title={text.linkTitle}
      confirmLabel={text.linkSend}
      onConfirm={send}
    >
      <p>{text.linkText(email ?? '')}</p>
    </ConfirmDialog>
  );
}
