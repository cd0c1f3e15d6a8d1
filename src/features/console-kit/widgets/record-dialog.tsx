import type { ReactNode } from 'react';
import type { ContentTable } from '../requests/rows';
import { FormBody } from './form-body';
import { ConflictPanel, type ConflictPanelProps, FormButtons, OtherEditors, RestoredDraft } from './form-notes';
import type { FormRow } from './record-form-state';
import { SideDialog } from './side-dialog';
import type { useRecordForm } from './use-record-form';
import { restoreFromTrash } from './use-trash';

interface RecordDialogProps<F extends object> extends Omit<ConflictPanelProps<F>, 'form' | 'onRestore'> {
  form: ReturnType<typeof useRecordForm<F, FormRow>>;
  table: ContentTable;
  /** The stored row; null for a new one. */
  row: { id: string } | null;
  title: string;
  about?: ReactNode;
  wide?: boolean | 'canvas';
  onClose: () => void;
  /** The fields. */
  children: ReactNode;
}

/** Shows the form of a content row in a side dialog, with the other editors of the row, a restored draft, a conflict and the buttons. */
export function RecordDialog<F extends object>(props: RecordDialogProps<F>) {
  const { form, table, row, title, about, wide = true, labels, show, onClose, children } = props;
  return (
    <SideDialog
      open
      wide={wide}
      onClose={onClose}
      title={title}
      about={about}
      actions={<FormButtons form={form} onCancel={onClose} onSave={() => void form.submit()} />}
    >
      <FormBody form={form}>
        {row && <OtherEditors table={table} id={row.id} />}
        <RestoredDraft form={form} />
        <ConflictPanel
          form={form}
          labels={labels}
          {...(show && { show })}
          onRestore={() => row && void restoreFromTrash(table, row.id)}
        />
        {children}
      </FormBody>
    </SideDialog>
  );
}
