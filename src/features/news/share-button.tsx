import { Share } from 'lucide-react';
import { IconButton } from '@/ui/button';
import { toast } from '@/ui/toast';
import { articleText as text } from './text';

/** Shares the URL of the article with the system's share dialog, or copies it if the browser has no such dialog. */
async function share(): Promise<void> {
  const url = location.origin + location.pathname;
  if (navigator.share) {
    try {
      await navigator.share({ title: document.title, url });
    } catch (error) {
      // Closing the dialog is not a failure.
      if (!(error instanceof DOMException && error.name === 'AbortError')) throw error;
    }
    return;
  }
  await navigator.clipboard.writeText(url);
  toast('success', text.copied);
}

export const ShareButton = () => (
  <IconButton label={text.share} onClick={() => void share().catch(() => toast('error', text.copyFailed))}>
    <Share size={20} aria-hidden="true" />
  </IconButton>
);
