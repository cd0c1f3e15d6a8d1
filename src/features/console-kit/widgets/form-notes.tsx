import { useQuery } from '@tanstack/react-query';
import { History, TriangleAlert, Users } from 'lucide-react';
import { useEffect } from 'react';
import { formatMoment } from '@/shared/format/format';
import { valueAt } from '@/shared/three-way-merge';
import { Button } from '@/ui/button';
import { consoleCache, consoleQuery } from '../queries';
import { noteEditing } from '../requests/records';
import { consoleText, formText as text } from '../text/console';
import type { RecordForm } from './use-record-form';

/** Interval (ms) at which this page reports to the server that the row is open. */
const PING_MS = 30_000;

/** Names other administrators who have the row open. The row is not locked: everyone can save it. */
export function OtherEditors({ table, id }: { table: string; id: string }) {
  const { data: others = [] } = useQuery(
    {
      ...consoleQuery(['editing', table, id], () => noteEditing(table, id), ['admin_editing']),
      gcTime: 0,
      refetchInterval: PING_MS,
      refetchIntervalInBackground: true,
    },
    consoleCache,
  );
  useEffect(() => () => void noteEditing(table, id, false).catch(() => undefined), [table, id]);
  return (
    // While empty, the live region is positioned absolutely, so that it takes no row of the form.
    <div aria-live="polite" className="empty:absolute">
      {others.length > 0 && (
        <p className="flex items-center gap-2 text-muted text-sm">
          <Users size={18} aria-hidden="true" className="shrink-0" />
          {text.alsoHere(others.map(({ name }) => name).join(', '))}
        </p>
      )}
    </div>
  );
}

/** A note above a form whose unsaved input was restored. */
export function RestoredDraft<F extends object>({ form }: { form: RecordForm<F> }) {
  if (form.restored === null || !form.dirty) return null;
  return (
    <p
      role="status"
      className="flex flex-wrap items-center gap-x-3 rounded-control border border-info px-3 py-1 text-sm"
    >
      <History size={18} aria-hidden="true" className="shrink-0 text-info" />
      <span className="min-w-0 grow basis-40">{text.restored(formatMoment(form.restored))}</span>
      <Button kind="plain" onClick={form.discard} className="-mr-3">
        {text.discard}
      </Button>
    </p>
  );
}

export interface ConflictPanelProps<F extends object> {
  form: RecordForm<F>;
  /** Label of each field. */
  labels: Record<keyof F & string, string>;
  /** Formats values as text, by field; an item of a list comes as a list of one. A field without a formatter shows its plain value. */
  show?: { [K in keyof F & string]?: (value: F[K]) => string };
  /** Restores the row from the trash. */
  onRestore?: () => void;
}

/** Describes a picture by its file name. */
export const imageName = (url: string | null) => url?.split('/').at(-1) ?? text.empty;

/** The field of a conflict, which may name one item of its list. */
const fieldOf = <F extends object>(name: string) => name.split('/')[0] as keyof F & string;

function inWords<F extends object>(name: string, fields: F, show: ConflictPanelProps<F>['show']) {
  const value = valueAt(fields, name);
  if (Array.isArray(value) && value.length === 0) return text.empty;
  const field = fieldOf<F>(name);
  const words = show?.[field]?.(value as F[typeof field]);
  if (words !== undefined) return words;
  if (value === null || value === undefined || value === '') return text.empty;
  if (typeof value === 'boolean') return value ? text.yes : text.no;
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** Compares both versions field by field if another administrator saved the row during editing. The input stays and can still be saved. */
export function ConflictPanel<F extends object>({ form, labels, show, onRestore }: ConflictPanelProps<F>) {
  const { conflict, fields } = form;
  if (!conflict) return null;
  return (
    <section
      role="alert"
      aria-label={text.conflictTitle}
      className="rounded-control border border-line border-l-3 border-l-warn bg-paper p-3"
    >
      <h3 className="flex items-center gap-2 text-sm text-warn">
        <TriangleAlert size={18} aria-hidden="true" />
        {text.conflictTitle}
      </h3>
      <p className="mt-1 text-muted text-sm">{conflict.trashed ? text.conflictTrashed : text.conflictLead}</p>
      {conflict.trashed && onRestore && (
        <Button onClick={onRestore} className="mt-2">
          {text.restoreRow}
        </Button>
      )}
      {conflict.names.map((name) => (
        <fieldset key={name} className="mt-2 border-line border-t pt-2">
          <legend className="font-bold text-sm">{labels[fieldOf<F>(name)]}</legend>
          {(['mine', 'theirs'] as const).map((side) => (
            <label key={side} className="flex min-h-9 cursor-pointer items-start gap-2 py-1 text-sm max-md:py-3">
              <input
                type="radio"
                name={`conflict-${name}`}
                checked={(conflict.choice[name] ?? 'mine') === side}
                onChange={() => form.choose(name, side)}
                className="mt-0.5 size-4 shrink-0 accent-[var(--accent-ink)]"
              />
              <span className="shrink-0 font-semibold text-muted">{text[side]}:</span>
              <span className="wrap-anywhere line-clamp-6 min-w-0 whitespace-pre-line">
                {inWords(name, side === 'mine' ? fields : conflict.theirs, show)}
              </span>
            </label>
          ))}
        </fieldset>
      ))}
      {conflict.taken.length > 0 && (
        <p className="mt-2 border-line border-t pt-2 text-muted text-sm">
          {[...new Set(conflict.taken.map((name) => labels[fieldOf<F>(name)]))].join(', ')}: {text.merged}
        </p>
      )}
    </section>
  );
}

/** The buttons of a form, with a note about unsaved changes. */
export function FormButtons<F extends object>({
  form,
  onCancel,
  onSave,
  label,
  noteAbove = false,
}: {
  form: RecordForm<F>;
  onCancel: () => void;
  onSave: () => void;
  label?: string;
  /** Puts the note about unsaved input on its own line, for a foot with a third button. */
  noteAbove?: boolean;
}) {
  return (
    <>
      {form.dirty && (
        <p className={`min-w-0 grow text-muted text-xs ${noteAbove ? '-order-1 basis-full' : 'basis-40'}`}>
          {text.unsaved}
        </p>
      )}
      <Button onClick={onCancel}>{consoleText.cancel}</Button>
      <Button kind="primary" busy={form.busy} onClick={onSave}>
        {form.conflict ? text.useMerged : (label ?? consoleText.save)}
      </Button>
    </>
  );
}
