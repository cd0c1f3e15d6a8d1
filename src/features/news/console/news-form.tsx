import { Suspense, useState } from 'react';
import { saveNews } from '@/features/console-kit/requests/content';
import { type AdminNews, type NewsFields, newsCategories, newsRow } from '@/features/console-kit/requests/rows';
import { consoleText, formText } from '@/features/console-kit/text/console';
import { messages, successes } from '@/features/console-kit/text/messages';
import { CodeFallback } from '@/features/console-kit/widgets/code-fallback';
import { consoleToast } from '@/features/console-kit/widgets/console-toast';
import { imageName } from '@/features/console-kit/widgets/form-notes';
import { ImageField } from '@/features/console-kit/widgets/image-field';
import { RecordDialog } from '@/features/console-kit/widgets/record-dialog';
import { type Errors, useRecordForm } from '@/features/console-kit/widgets/use-record-form';
import { isBlank } from '@/shared/is-blank';
import { newsText as learnerText } from '@/shared/text/home-blocks';
import { lazyWithRetry } from '@/ui/lazy-with-retry';
import { SegmentedControl } from '@/ui/segmented-control';
import { Select } from '@/ui/select';
import { TextArea } from '@/ui/text-area';
import { TextField } from '@/ui/text-field';
import { newsText as text } from './text';

const Markdown = lazyWithRetry(() => import('../widgets/markdown').then((module) => module.Markdown));

const TITLE_MAX = 300;

const blank: NewsFields = {
  title: '',
  summary: '',
  content: '',
  category: 'general',
  status: 'draft',
  image_url: null,
};

const fieldsOf = ({ title, summary, content, category, status, image_url }: AdminNews): NewsFields => ({
  title,
  summary,
  content,
  category,
  status,
  image_url,
});

function validate({ title, summary, content }: NewsFields): Errors<NewsFields> {
  const errors: Errors<NewsFields> = {};
  if (isBlank(title)) errors.title = formText.required;
  else if (title.length > TITLE_MAX) errors.title = formText.tooLong(TITLE_MAX);
  if (isBlank(summary)) errors.summary = formText.required;
  if (isBlank(content)) errors.content = formText.required;
  return errors;
}

/** Formats field values as text for the conflict panel. */
const inWords = {
  category: (value: NewsFields['category']) => learnerText.categories[value],
  status: (value: NewsFields['status']) => text.statuses[value],
  image_url: imageName,
};

interface NewsFormProps {
  row: AdminNews | null;
  /** The row was moved to the trash while the form was open. */
  gone: boolean;
  onClose: () => void;
}

/** Creates or edits a news item; the preview shows it as learners see it. */
export function NewsForm({ row, gone, onClose }: NewsFormProps) {
  const [view, setView] = useState<'write' | 'preview'>('write');
  const form = useRecordForm<NewsFields, AdminNews>({
    schema: newsRow,
    form: `news:${row?.id ?? 'new'}`,
    formOfCreated: (id) => `news:${id}`,
    row,
    gone,
    fieldsOf,
    blank,
    validate,
    save: ({ id, version, fields, patch }) => saveNews(id, version, fields, patch),
    onSaved: (_, created) => {
      consoleToast.success(created ? successes.news.created : successes.news.updated);
      onClose();
    },
    onFailed: (error) =>
      consoleToast.error(messages.news.save, {
        description: error.kind === 'network' ? consoleText.noAnswer : error.detail,
      }),
  });
  const { fields, set, errors, input } = form;
  // If the field has an error, show the field, because the preview does not show errors.
  const shown = errors.content ? 'write' : view;
  return (
    <RecordDialog
      form={form}
      table="news"
      row={row}
      title={row ? text.edit : text.create}
      about={row ? text.slug(row.slug) : text.slugLater}
      labels={text.fields}
      show={inWords}
      onClose={onClose}
    >
      <TextField label={text.fields.title} {...input('title')} required />
      <TextArea label={text.fields.summary} {...input('summary')} hint={text.summaryHint} required />
      <SegmentedControl
        label={text.views}
        options={[
          { value: 'write', label: text.write },
          { value: 'preview', label: text.preview },
        ]}
        value={shown}
        onChange={setView}
      />
      {shown === 'write' ? (
        <TextArea label={text.fields.content} {...input('content')} rows={12} hint={text.contentHint} required />
      ) : (
        <article aria-label={text.preview} className="rounded-control border border-line bg-paper p-4">
          <h3 className="text-xl">{fields.title}</h3>
          {fields.content.trim() ? (
            <Suspense fallback={<CodeFallback rows={3} />}>
              <Markdown text={fields.content} />
            </Suspense>
          ) : (
            <p className="text-muted">{text.previewEmpty}</p>
          )}
        </article>
      )}
      <div className="grid gap-4 md:grid-cols-2">
        <Select
          label={text.fields.category}
          value={fields.category}
          onChange={({ target }) => set({ category: target.value as NewsFields['category'] })}
        >
          {newsCategories.map((one) => (
            <option key={one} value={one}>
              {learnerText.categories[one]}
            </option>
          ))}
        </Select>
        <Select
          label={text.fields.status}
          value={fields.status}
          onChange={({ target }) => set({ status: target.value as NewsFields['status'] })}
        >
          <option value="draft">{text.statuses.draft}</option>
          <option value="published">{text.statuses.published}</option>
        </Select>
      </div>
      <ImageField
        label={text.fields.image_url}
        hint={text.imageHint}
        place="news"
        value={fields.image_url}
        onChange={(image) => set({ image_url: image?.url ?? null })}
      />
    </RecordDialog>
  );
}
