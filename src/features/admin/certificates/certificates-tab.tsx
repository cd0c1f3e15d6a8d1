import { Plus } from 'lucide-react';
import { useState } from 'react';
import { certificateList } from '@/data/admin/certificates';
import { useConsoleQuery } from '@/data/admin/console-query';
import type { AdminCertificate } from '@/data/admin/rows';
import { counted } from '@/lib/format';
import { adminCertificatesText as text } from '@/text/admin/certificates';
import { consoleText } from '@/text/admin/console';
import { messages, successes } from '@/text/admin/messages';
import { Button } from '@/ui/button';
import { Dialog } from '@/ui/dialog';
import { type Column, DataTable, TwoLines } from '@/widgets/admin/data-table';
import { RemoteStates } from '@/widgets/admin/remote-states';
import { RowActions } from '@/widgets/admin/row-actions';
import { sofiaDate } from '@/widgets/admin/sofia-format';
import { State } from '@/widgets/admin/states';
import { TrashDialog } from '@/widgets/admin/trash-dialog';
import { useAddressDialog } from '@/widgets/admin/use-console-address';
import { useHeldRow } from '@/widgets/admin/use-held-row';
import { CertificateSheet } from '@/widgets/certificate/certificate-sheet';
import { CertificateForm } from './certificate-form';
import { RequirementsDialog } from './requirements-dialog';

const idOf = ({ id }: { id: string }) => id;

const columns: readonly Column<AdminCertificate>[] = [
  {
    id: 'title',
    head: text.columns.title,
    cell: ({ title, description }) => <TwoLines name={title} detail={description} />,
  },
  {
    id: 'requirements',
    head: text.columns.requirements,
    cell: ({ requirements }) => (requirements.length ? counted(requirements.length, ...text.tests) : consoleText.none),
  },
  {
    id: 'status',
    head: text.columns.status,
    cell: ({ is_active }) => <State tone={is_active ? 'ok' : 'muted'}>{is_active ? text.active : text.inactive}</State>,
  },
  {
    id: 'created',
    head: text.columns.created,
    wide: true,
    cell: ({ created_at }) => <span className="num whitespace-nowrap">{sofiaDate(created_at)}</span>,
  },
];

/** The list of certificates with its dialogs: form, requirements, preview. */
export function CertificatesTab() {
  const certificates = useConsoleQuery(['certificates'], certificateList, { tables: ['certificates'] });
  const form = useAddressDialog('certificate');
  const requirements = useAddressDialog('requirements');
  const preview = useAddressDialog('preview');
  const opened = useHeldRow(certificates.data, form.open ? form.id : '', idOf);
  const required = useHeldRow(certificates.data, requirements.open ? requirements.id : '', idOf).row;
  const [removing, setRemoving] = useState<AdminCertificate>();
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      {certificates.error?.kind !== 'forbidden' && (
        <Button kind="primary" className="justify-self-start" onClick={() => form.show()}>
          <Plus size={18} aria-hidden="true" />
          {text.create}
        </Button>
      )}
      <RemoteStates remote={certificates} failed={messages.certificates.load}>
        {(rows) => {
          const previewed = preview.open ? rows.find(({ id }) => id === preview.id) : undefined;
          return (
            <>
              <DataTable
                label={text.tabs.certificates}
                columns={columns}
                rows={rows}
                idOf={idOf}
                selected={opened.row?.id ?? required?.id}
                empty={text.empty}
                actions={(row) => (
                  <>
                    <Button kind="plain" aria-label={text.previewOf(row.title)} onClick={() => preview.show(row.id)}>
                      {text.preview}
                    </Button>
                    <Button
                      kind="plain"
                      aria-label={text.requirementsOf(row.title)}
                      onClick={() => requirements.show(row.id)}
                    >
                      {text.requirements}
                    </Button>
                    <RowActions
                      editLabel={text.editOf(row.title)}
                      removeLabel={text.removeOf(row.title)}
                      onEdit={() => form.show(row.id)}
                      onRemove={() => setRemoving(row)}
                    />
                  </>
                )}
              />
              {previewed && (
                <Dialog open onClose={preview.close} title={previewed.title} closeLabel={consoleText.close}>
                  <CertificateSheet
                    certificate={previewed}
                    name={text.sampleName}
                    label={text.previewOf(previewed.title)}
                  />
                </Dialog>
              )}
            </>
          );
        }}
      </RemoteStates>
      {form.open && (opened.row || !form.id) && (
        <CertificateForm key={form.id} row={opened.row ?? null} gone={opened.gone} onClose={form.close} />
      )}
      {required && <RequirementsDialog key={required.id} row={required} onClose={requirements.close} />}
      <TrashDialog
        table="certificates"
        row={removing && { id: removing.id, name: removing.title, version: removing.row_version }}
        title={text.removeTitle}
        words={{ removed: successes.certificates.removed, failed: messages.certificates.remove }}
        onClose={() => setRemoving(undefined)}
      >
        <p className="mt-2 text-muted text-sm">{text.removeText}</p>
      </TrashDialog>
    </div>
  );
}
