import { useState } from 'react';
import { saveEvent } from '@/features/console-kit/requests/content';
import { type AdminEvent, eventRow, eventStatuses, eventTypes } from '@/features/console-kit/requests/rows';
import { consoleText, formText } from '@/features/console-kit/text/console';
import { messages, successes } from '@/features/console-kit/text/messages';
import { consoleToast } from '@/features/console-kit/widgets/console-toast';
import { imageName } from '@/features/console-kit/widgets/form-notes';
import { ImageField } from '@/features/console-kit/widgets/image-field';
import { RecordDialog } from '@/features/console-kit/widgets/record-dialog';
import { useRecordForm } from '@/features/console-kit/widgets/use-record-form';
import { changedFields } from '@/shared/three-way-merge';
import { Checkbox } from '@/ui/checkbox';
import { Select } from '@/ui/select';
import { TextArea } from '@/ui/text-area';
import { TextField } from '@/ui/text-field';
import { blankEvent, type EventInput, eventErrors, inputOf, JOIN_URL_MAX, storedFields } from './event-fields';
import { adminEventsText as text } from './text';

/** Formats a time of the form, which is in Sofia's time zone, as `23.11.2026, 17:00`. */
const localMoment = (value: string) => value.replace(/^(\d+)-(\d+)-(\d+)T/, '$3.$2.$1, ') || formText.empty;

/** Formats field values as text for the conflict panel. */
const inWords = {
  start_date: localMoment,
  end_date: localMoment,
  type: (value: EventInput['type']) => text.types[value],
  status: (value: EventInput['status']) => text.statuses[value],
  max_participants: (value: string) => value || text.unlimited,
  image_url: imageName,
};

interface EventFormProps {
  row: AdminEvent | null;
  /** The row was moved to the trash while the form was open. */
  gone: boolean;
  onClose: () => void;
}

/** Creates or edits an event. */
export function EventForm({ row, gone, onClose }: EventFormProps) {
  const [blank] = useState(blankEvent);
  const form = useRecordForm<EventInput, AdminEvent>({
    schema: eventRow,
    form: `event:${row?.id ?? 'new'}`,
    formOfCreated: (id) => `event:${id}`,
    row,
    gone,
    fieldsOf: inputOf,
    blank,
    validate: (input) => eventErrors(input, row?.current_participants ?? 0),
    save: ({ id, version, fields, patch }) => {
      const stored = storedFields(fields);
      const before = storedFields({ ...fields, ...(row ? inputOf(row) : blank) });
      const changed = { ...changedFields(before, stored), ...pick(stored, Object.keys(patch)) };
      return saveEvent(id, version, stored, changed);
    },
    onSaved: (_, created) => {
      consoleToast.success(created ? successes.events.created : successes.events.updated);
      onClose();
    },
    onFailed: (error, _created, show) => {
      // Learners took seats after this form loaded the event, so the typed number of seats is now too low.
      if (error.code === 'seats_taken') show({ max_participants: text.seatsTaken(Number(error.details)) });
      else
        consoleToast.error(messages.events.save, {
          description: error.kind === 'network' ? consoleText.noAnswer : error.detail,
        });
    },
  });
  const { fields, set, errors, input } = form;
  const field = (
    name: 'title' | 'location' | 'join_url' | 'start_date' | 'end_date' | 'duration_minutes' | 'max_participants',
  ) => ({
    label: text.fields[name],
    ...input(name),
  });
  return (
    <RecordDialog
      form={form}
      table="events"
      row={row}
      title={row ? text.edit : text.create}
      about={row?.title}
      labels={text.fields}
      show={inWords}
      onClose={onClose}
    >
      <TextField {...field('title')} required />
      <TextArea label={text.fields.description} {...input('description')} required />
      <div className="grid gap-4 md:grid-cols-2">
        <TextField {...field('start_date')} type="datetime-local" required />
        <TextField {...field('end_date')} type="datetime-local" required />
        <TextField {...field('duration_minutes')} type="number" min={1} inputMode="numeric" hint={text.durationHint} />
        <TextField {...field('max_participants')} type="number" min={1} inputMode="numeric" hint={text.seatsHint} />
        <TextField {...field('location')} required />
        <TextField {...field('join_url')} type="url" inputMode="url" limit={JOIN_URL_MAX} hint={text.joinHint} />
        <Select
          label={text.fields.type}
          value={fields.type}
          error={errors.type}
          onChange={({ target }) => set({ type: target.value as EventInput['type'] })}
        >
          {([...eventTypes, 'other'] as const).map((one) => (
            <option key={one} value={one}>
              {text.types[one]}
            </option>
          ))}
        </Select>
        <Select
          label={text.fields.status}
          value={fields.status}
          onChange={({ target }) => set({ status: target.value as EventInput['status'] })}
        >
          {eventStatuses.map((one) => (
            <option key={one} value={one}>
              {text.statuses[one]}
            </option>
          ))}
        </Select>
        <Checkbox
          label={text.fields.is_free}
          checked={fields.is_free}
          onChange={({ target }) => set({ is_free: target.checked })}
        />
      </div>
      <ImageField
        label={text.fields.image_url}
        place="events"
        value={fields.image_url}
        onChange={(image) => set({ image_url: image?.url ?? null })}
      />
    </RecordDialog>
  );
}

const pick = <T extends object>(from: T, names: readonly string[]) =>
  Object.fromEntries(Object.entries(from).filter(([name]) => names.includes(name)));
