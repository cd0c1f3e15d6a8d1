import { Undo2 } from 'lucide-react';
import { useConsoleMutation } from '@/features/console-kit/queries';
import type { TrashTable } from '@/features/console-kit/requests/answers';
import { editorText as text } from '@/features/console-kit/text/courses';
import { restoreFromTrash } from '@/features/console-kit/widgets/use-trash';
import { Button } from '@/ui/button';
import { Notice } from '@/ui/notice';

/** Replaces a screen whose row is in the trash. Restoring the row brings back the screen and its unsaved input. */
export function TrashedNotice({ table, id, title }: { table: TrashTable; id: string; title: string }) {
  const restore = useConsoleMutation(() => restoreFromTrash(table, id), {});
  return (
    <Notice
      kind="error"
      title={title}
      action={
        <Button kind="primary" busy={restore.isPending} onClick={() => restore.mutate()}>
          <Undo2 size={18} aria-hidden="true" />
          {text.restore}
        </Button>
      }
    >
      {text.inTrash}
    </Notice>
  );
}
