import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useConsoleQuery } from '@/features/console-kit/queries';
import { newsList } from '@/features/console-kit/requests/content';
import type { AdminNews } from '@/features/console-kit/requests/rows';
import { titleMatches } from '@/features/console-kit/rules/title-search';
import { messages, successes } from '@/features/console-kit/text/messages';
import { AddressSearch } from '@/features/console-kit/widgets/address-search';
import { type Column, TwoLines } from '@/features/console-kit/widgets/data-table';
import { PagedTable } from '@/features/console-kit/widgets/paged-table';
import { RemoteStates } from '@/features/console-kit/widgets/remote-states';
import { RowActions } from '@/features/console-kit/widgets/row-actions';
import { sofiaDate } from '@/features/console-kit/widgets/sofia-format';
import { State } from '@/features/console-kit/widgets/states';
import { TrashDialog } from '@/features/console-kit/widgets/trash-dialog';
import { useAddressDialog, useConsoleAddress } from '@/features/console-kit/widgets/use-console-address';
import { useHeldRow } from '@/features/console-kit/widgets/use-held-row';
import { newsText as learnerText } from '@/shared/text/home-blocks';
import { Button } from '@/ui/button';
import { NewsForm } from './news-form';
import { newsText as text } from './text';

const idOf = ({ id }: { id: string }) => id;

const columns: readonly Column<AdminNews>[] = [
  {
    id: 'title',
    head: text.columns.title,
    cell: ({ title, slug }) => <TwoLines name={title} detail={`/news/${slug}`} />,
  },
  { id: 'category', head: text.columns.category, cell: ({ category }) => learnerText.categories[category] },
  {
    id: 'status',
    head: text.columns.status,
    cell: ({ status }) => <State tone={status === 'published' ? 'ok' : 'muted'}>{text.statuses[status]}</State>,
  },
  {
    id: 'created',
    head: text.columns.created,
    cell: ({ created_at }) => <span className="num whitespace-nowrap">{sofiaDate(created_at)}</span>,
  },
];

/** The list of news items with the form. */
export function NewsPage() {
  const { get } = useConsoleAddress();
  const search = get('q');
  const news = useConsoleQuery(['news'], newsList, { tables: ['news'] });
  const form = useAddressDialog('news');
  const opened = useHeldRow(news.data, form.open ? form.id : '', idOf);
  const [removing, setRemoving] = useState<AdminNews>();
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <div className="flex flex-wrap gap-2">
        <AddressSearch label={text.search} className="min-w-48 grow md:max-w-96" />
        {news.error?.kind !== 'forbidden' && (
          <Button kind="primary" onClick={() => form.show()}>
            <Plus size={18} aria-hidden="true" />
            {text.create}
          </Button>
        )}
      </div>
      <RemoteStates remote={news} failed={messages.news.load}>
        {(rows) => (
          <PagedTable
            label={text.label}
            columns={columns}
            rows={rows.filter(({ title }) => titleMatches(title, search))}
            idOf={idOf}
            selected={form.open ? form.id : undefined}
            empty={search ? text.noMatch : text.empty}
            actions={(item) => (
              <RowActions
                editLabel={text.editOf(item.title)}
                removeLabel={text.removeOf(item.title)}
                onEdit={() => form.show(item.id)}
                onRemove={() => setRemoving(item)}
              />
            )}
          />
        )}
      </RemoteStates>
      {form.open && (opened.row || !form.id) && (
        <NewsForm key={form.id} row={opened.row ?? null} gone={opened.gone} onClose={form.close} />
      )}
      <TrashDialog
        table="news"
        row={removing && { id: removing.id, name: removing.title, version: removing.row_version }}
        title={text.removeTitle}
        words={{ removed: successes.news.removed, failed: messages.news.remove }}
        onClose={() => setRemoving(undefined)}
      />
    </div>
  );
}
