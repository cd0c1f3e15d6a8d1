import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { downloadText } from '@/text/offline';
import { Button, IconButton } from '@/ui/button';
import { Dialog } from '@/ui/dialog';
import { useDownloadOrders } from './use-download-orders';

/** Deletes a downloaded lesson from the device after asking. */
export function DeleteDownload({ videoId, title }: { videoId: string; title: string }) {
  const [asking, setAsking] = useState(false);
  const { remove } = useDownloadOrders();
  const close = () => setAsking(false);
  return (
    <>
      <IconButton label={`${downloadText.remove}: ${title}`} onClick={() => setAsking(true)}>
        <Trash2 size={20} aria-hidden="true" />
      </IconButton>
      <Dialog
        open={asking}
        onClose={close}
        title={downloadText.confirmTitle}
        closeLabel={downloadText.close}
        actions={
          <>
            <Button onClick={close}>{downloadText.confirmNo}</Button>
            <Button
              kind="danger"
              onClick={() => {
                close();
                remove([videoId]);
              }}
            >
              {downloadText.confirmYes}
            </Button>
          </>
        }
      >
        <p className="font-bold">{title}</p>
        <p className="mt-1 text-muted">{downloadText.confirmText}</p>
      </Dialog>
    </>
  );
}
