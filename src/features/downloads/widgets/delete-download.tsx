import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { IconButton } from '@/ui/button';
import { downloadText } from '../text';
import { ConfirmDelete } from './confirm-delete';
import { useDownloadOrders } from './use-download-orders';

/** Deletes a downloaded lesson from the device, after a confirmation. */
export function DeleteDownload({ videoId, title }: { videoId: string; title: string }) {
  const [asking, setAsking] = useState(false);
  const { remove } = useDownloadOrders();
  return (
    <>
      <IconButton label={`${downloadText.remove}: ${title}`} onClick={() => setAsking(true)}>
        <Trash2 size={20} aria-hidden="true" />
      </IconButton>
      <ConfirmDelete
        open={asking}
        onClose={() => setAsking(false)}
        onConfirm={() => remove([videoId])}
        title={downloadText.confirmTitle}
        question={title}
        note={downloadText.confirmText}
      />
    </>
  );
}
