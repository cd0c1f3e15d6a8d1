import { asConsoleError } from '@/data/admin/console-client';
import { sendMagicLink } from '@/data/admin/users';
import { consoleText } from '@/text/admin/console';
import { messages } from '@/text/admin/messages';
import { usersText as text } from '@/text/admin/users';
import { ConfirmDialog } from '@/widgets/admin/confirm-dialog';
import { consoleToast } from '@/widgets/admin/console-toast';

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
