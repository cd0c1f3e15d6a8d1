import { useRef, useState } from 'react';
import { messageTypes, type SendRow } from '@/features/console-kit/requests/answers';
import { consoleText, formText } from '@/features/console-kit/text/console';
import { messages, successes, validations } from '@/features/console-kit/text/messages';
import { ConfirmDialog } from '@/features/console-kit/widgets/confirm-dialog';
import { consoleToast } from '@/features/console-kit/widgets/console-toast';
import { readDraft, writeDraft } from '@/features/console-kit/widgets/drafts';
import { FormBody } from '@/features/console-kit/widgets/form-body';
import { RestoredDraft } from '@/features/console-kit/widgets/form-notes';
import { useHeadingFocus } from '@/features/console-kit/widgets/use-heading-focus';
import { type Errors, useRecordForm } from '@/features/console-kit/widgets/use-record-form';
import { isBlank } from '@/shared/is-blank';
import { isHttpsUrl } from '@/shared/is-https-url';
import { newId } from '@/shared/new-id';
import { safePath } from '@/shared/safe-path';
import { changedFields } from '@/shared/three-way-merge';
import { Button } from '@/ui/button';
import { Card } from '@/ui/card';
import { SegmentedControl } from '@/ui/segmented-control';
import { Select } from '@/ui/select';
import { Switch } from '@/ui/switch';
import { TextArea } from '@/ui/text-area';
import { TextField } from '@/ui/text-field';
import { type SendInput, sendNotification } from './requests';
import { adminNotificationsText as text } from './text';
import { UserPicker } from './user-picker';

const TITLE_MAX = 300;
const MESSAGE_MAX = 5_000;

const blank: SendInput = { title: '', message: '', type: 'info', link: '', mode: 'broadcast', users: [], push: false };

const isLink = (link: string) => safePath(link) === link || isHttpsUrl(link);

function validate({ title, message, link, mode, users }: SendInput): Errors<SendInput> {
  const errors: Errors<SendInput> = {};
  if (isBlank(title)) errors.title = validations.notification.empty;
  else if (title.length > TITLE_MAX) errors.title = formText.tooLong(TITLE_MAX);
  if (isBlank(message)) errors.message = validations.notification.empty;
  else if (message.length > MESSAGE_MAX) errors.message = formText.tooLong(MESSAGE_MAX);
  if (link.trim() && !isLink(link.trim())) errors.link = text.linkWrong;
  if (mode === 'targeted' && users.length === 0) errors.users = validations.notification.noUsers;
  return errors;
}

const FORM = 'notification:new';

/** A sent notification cannot be edited; `row_version` exists only because `useRecordForm` requires it. */
interface Sent extends SendRow {
  row_version: number;
  /** Input that was not sent, because an earlier attempt with other input had already been stored under the same id. */
  unsent: SendInput | null;
}

const isSent = (row: SendRow, fields: SendInput) =>
  row.title === fields.title.trim() &&
  row.message === fields.message.trim() &&
  row.type === fields.type &&
  (row.link ?? '') === fields.link.trim() &&
  row.push === fields.push &&
  row.mode === fields.mode &&
  (row.mode === 'broadcast' || row.recipients === fields.users.length);

/** The form that sends a notification. It is cleared only after the server has stored the notification. */
export function SendForm() {
  const [round, setRound] = useState(0);
  return <SendFields key={round} again={round > 0} onSent={() => setRound(round + 1)} />;
}

function useSendForm(onSent: () => void) {
  /** True if the server may have stored an earlier attempt, perhaps before a reload, whose response was lost. */
  const tried = useRef(readDraft(FORM) !== null);
  return useRecordForm<SendInput, Sent>({
    form: FORM,
    row: null,
    fieldsOf: () => blank,
    blank,
    validate,
    save: async ({ id, fields }) => {
      const row = await sendNotification(id, fields);
      return { ...row, row_version: 1, unsent: tried.current && !isSent(row, fields) ? fields : null };
    },
    onSaved: ({ mode, recipients, title, unsent }) => {
      if (unsent) {
        const typed = changedFields(blank, readDraft<SendInput>(FORM)?.fields ?? blank);
        writeDraft(FORM, { fields: { ...unsent, ...typed }, base: blank, version: null, id: newId(), at: Date.now() });
        consoleToast.error(text.sentEarlier(title), { description: text.notSentYet });
      } else
        consoleToast.success(
          mode === 'broadcast' ? successes.notifications.broadcast : successes.notifications.targeted(recipients),
        );
      onSent();
    },
    onFailed: (error) => {
      tried.current = true;
      consoleToast.error(
        messages.notifications.send(
          error.kind === 'limited' ? consoleText.tooMany(Math.ceil(Number(error.details) / 60) || 60) : error.detail,
        ),
      );
    },
  });
}

function SendFields({ again, onSent }: { again: boolean; onSent: () => void }) {
  const heading = useHeadingFocus(again);
  const [asking, setAsking] = useState(false);
  const form = useSendForm(onSent);
  const { fields, set, errors, input } = form;
  const send = () => {
    const faults = validate(fields);
    form.setErrors(faults);
    if (Object.keys(faults).length) return;
    if (fields.mode === 'broadcast') setAsking(true);
    else void form.submit();
  };
  return (
    <Card className="p-4">
      <h2 ref={heading} tabIndex={-1} className="mb-3 text-base outline-none">
        {text.form}
      </h2>
      <FormBody form={form}>
        <RestoredDraft form={form} />
        <SegmentedControl
          label={text.mode}
          options={(['broadcast', 'targeted'] as const).map((value) => ({ value, label: text.modes[value] }))}
          value={fields.mode}
          onChange={(mode) => set({ mode })}
        />
        {fields.mode === 'targeted' && (
          <UserPicker users={fields.users} error={errors.users} onChange={(users) => set({ users })} />
        )}
        <TextField label={text.title} {...input('title')} required />
        <TextArea label={text.message} {...input('message')} required />
        <Select
          label={text.type}
          value={fields.type}
          onChange={({ target }) => set({ type: target.value as SendInput['type'] })}
        >
          {messageTypes.map((type) => (
            <option key={type} value={type}>
              {text.types[type]}
            </option>
          ))}
        </Select>
        <TextField label={text.link} {...input('link')} hint={text.linkHint} />
        <Switch
          label={text.push}
          hint={text.pushHint}
          checked={fields.push}
          onChange={({ target }) => set({ push: target.checked })}
        />
        <Button kind="primary" busy={form.busy} onClick={send} className="justify-self-start">
          {text.send}
        </Button>
      </FormBody>
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        title={text.sendTitle}
        confirmLabel={text.send}
        onConfirm={async () => {
          setAsking(false);
          await form.submit();
        }}
      >
        <p>{text.sendText}</p>
        <p className="wrap-anywhere mt-2 font-bold">{fields.title}</p>
      </ConfirmDialog>
    </Card>
  );
}
