import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useConsoleQuery } from '@/data/admin/console-query';
import { newsList } from '@/data/admin/content';
import type { AdminNews } from '@/data/admin/rows';
import { messages, successes } from '@/text/admin/messages';
import { newsText as text } from '@/text/admin/news';
import { newsText as learnerText } from '@/text/home-blocks';
import { Button } from '@/ui/button';
import { AddressSearch } from '@/widgets/admin/address-search';
import { type Column, TwoLines } from '@/widgets/admin/data-table';
import { PagedTable } from '@/widgets/admin/paged-table';
import { RemoteStates } from '@/widgets/admin/remote-states';
import { RowActions } from '@/widgets/admin/row-actions';
import { sofiaDate } from '@/widgets/admin/sofia-format';
import { State } from '@/widgets/admin/states';
import { TrashDialog } from '@/widgets/admin/trash-dialog';
import { useAddressDialog, useConsoleAddress } from '@/widgets/admin/use-console-address';
import { useHeldRow } from '@/widgets/admin/use-held-row';
import { NewsForm } from './news-form';

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
  const search = get('q').trim().toLocaleLowerCase('bg');
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
            rows={rows.filter(({ title }) => title.toLocaleLowerCase('bg').includes(search))}
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
