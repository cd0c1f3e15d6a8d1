import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useConsoleQuery } from '@/features/console-kit/queries';
import type { AdminCertificate } from '@/features/console-kit/requests/rows';
import { consoleText } from '@/features/console-kit/text/console';
import { messages, successes } from '@/features/console-kit/text/messages';
import { type Column, DataTable, TwoLines } from '@/features/console-kit/widgets/data-table';
import { RemoteStates } from '@/features/console-kit/widgets/remote-states';
import { RowActions } from '@/features/console-kit/widgets/row-actions';
import { sofiaDate } from '@/features/console-kit/widgets/sofia-format';
import { State } from '@/features/console-kit/widgets/states';
import { TrashDialog } from '@/features/console-kit/widgets/trash-dialog';
import { useAddressDialog } from '@/features/console-kit/widgets/use-console-address';
import { useHeldRow } from '@/features/console-kit/widgets/use-held-row';
import { counted } from '@/shared/format/format';
import { Button } from '@/ui/button';
import { Dialog } from '@/ui/dialog';
import { CertificateForm } from './certificate-form';
import { certificateList } from './requests';
import { RequirementsDialog } from './requirements-dialog';
import { SampleSheet } from './sample-sheet';
import { adminCertificatesText as text } from './text';

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
                menuOf={({ title }) => consoleText.actionsOf(title)}
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
                  <SampleSheet certificate={previewed} name={text.sampleName} label={text.previewOf(previewed.title)} />
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
