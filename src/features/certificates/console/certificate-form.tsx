import { useState } from 'react';
import {
  type AdminCertificate,
  type CertificateFields,
  certificateWithRequirements,
} from '@/features/console-kit/requests/rows';
import { consoleText, formText } from '@/features/console-kit/text/console';
import { messages, successes, validations } from '@/features/console-kit/text/messages';
import { consoleToast } from '@/features/console-kit/widgets/console-toast';
import { imageName } from '@/features/console-kit/widgets/form-notes';
import { ImageField } from '@/features/console-kit/widgets/image-field';
import { RecordDialog } from '@/features/console-kit/widgets/record-dialog';
import { type Errors, useRecordForm } from '@/features/console-kit/widgets/use-record-form';
import { formatNumber } from '@/shared/format/format';
import { isBlank } from '@/shared/is-blank';
import { Checkbox } from '@/ui/checkbox';
import { TextArea } from '@/ui/text-area';
import { TextField } from '@/ui/text-field';
import { LETTER } from '../widgets/certificate-sheet';
import { nameWidth, SHEET } from '../widgets/sheet';
import { NameCanvas } from './name-canvas';
import { saveCertificate } from './requests';
import { adminCertificatesText as text } from './text';

const SIZE = { min: 12, max: 72 } as const;
const TITLE_MAX = 300;

const blank: CertificateFields = {
  title: '',
  description: '',
  template_url: null,
  template_filename: null,
  name_position: { x: 50, y: 50 },
  name_font_size: 24,
  name_font_color: '#000000',
  is_active: true,
};

const fieldsOf = (row: AdminCertificate): CertificateFields => ({
  title: row.title,
  description: row.description ?? '',
  template_url: row.template_url,
  template_filename: row.template_filename,
  name_position: row.name_position,
  name_font_size: row.name_font_size,
  name_font_color: row.name_font_color,
  is_active: row.is_active,
});

function validate({ title, name_font_size: size }: CertificateFields): Errors<CertificateFields> {
  const errors: Errors<CertificateFields> = {};
  if (isBlank(title)) errors.title = validations.certificate.title;
  else if (title.length > TITLE_MAX) errors.title = formText.tooLong(TITLE_MAX);
  if (!Number.isInteger(size) || size < SIZE.min || size > SIZE.max) errors.name_font_size = text.sizeWrong;
  return errors;
}

/** Formats field values as text for the conflict panel. */
const inWords = {
  template_url: imageName,
  name_position: ({ x, y }: CertificateFields['name_position']) => text.placeOf(formatNumber(x), formatNumber(y)),
  name_font_size: (value: number) => `${formatNumber(value)} px`,
};

interface CertificateFormProps {
  row: AdminCertificate | null;
  /** The row was moved to the trash while the form was open. */
  gone: boolean;
  onClose: () => void;
}

/** Creates or edits a certificate; the administrator places the learner's name on a canvas. */
export function CertificateForm({ row, gone, onClose }: CertificateFormProps) {
  const [name, setName] = useState<string>(text.sampleName);
  const form = useRecordForm<CertificateFields, AdminCertificate>({
    schema: certificateWithRequirements,
    form: `certificate:${row?.id ?? 'new'}`,
    formOfCreated: (id) => `certificate:${id}`,
    row,
    gone,
    fieldsOf,
    blank,
    validate,
    save: ({ id, version, fields, patch }) => saveCertificate(id, version, version === null ? fields : patch, null),
    onSaved: (_, created) => {
      consoleToast.success(created ? successes.certificates.created : successes.certificates.updated);
      onClose();
    },
    onFailed: (error, created) => {
      const rejected = created ? messages.certificates.create : messages.certificates.update;
      consoleToast.error(error.kind === 'network' ? messages.certificates.save : rejected, {
        description: error.kind === 'network' ? consoleText.noAnswer : error.detail,
      });
    },
  });
  const { fields, set, errors, input } = form;
  const place = fields.name_position;
  const width = name.length * LETTER * fields.name_font_size;
  const fits = width <= nameWidth(place.x);
  const placeField = (axis: 'x' | 'y') => (
    <TextField
      label={text[axis]}
      type="number"
      min={0}
      max={100}
      step={0.1}
      value={place[axis]}
      onChange={({ target }) => {
        const value = Number(target.value);
        if (value >= 0 && value <= 100) set({ name_position: { ...place, [axis]: value } });
      }}
    />
  );
  return (
    <RecordDialog
      form={form}
      table="certificates"
      row={row}
      wide="canvas"
      title={row ? text.edit : text.create}
      about={row?.title}
      labels={text.fields}
      show={inWords}
      onClose={onClose}
    >
      <TextField label={text.fields.title} {...input('title')} required />
      <TextArea label={text.fields.description} {...input('description')} />
      <NameCanvas
        id={form.id}
        fields={fields}
        name={name}
        onPlace={(name_position) => set({ name_position })}
        onPlaced={() => consoleToast.success(successes.certificates.namePlaced)}
      />
      <p className={fits ? 'text-muted text-sm' : 'text-sm text-warn'}>
        {fits ? text.fits(formatNumber(Math.round((width * 100) / SHEET.width))) : text.tooWide}
      </p>
      <div className="grid gap-4 md:grid-cols-2">
        {placeField('x')}
        {placeField('y')}
        <TextField
          label={text.fields.name_font_size}
          type="number"
          min={SIZE.min}
          max={SIZE.max}
          value={fields.name_font_size || ''}
          hint={text.sizeHint}
          error={errors.name_font_size}
          onChange={({ target }) => set({ name_font_size: Number(target.value) })}
        />
        <TextField label={text.fields.name_font_color} type="color" {...input('name_font_color')} />
        <TextField label={text.sample} value={name} onChange={({ target }) => setName(target.value)} />
        <Checkbox
          label={text.fields.is_active}
          checked={fields.is_active}
          onChange={({ target }) => set({ is_active: target.checked })}
        />
      </div>
      <ImageField
        label={text.fields.template_url}
        hint={text.templateHint}
        place="certificates"
        value={fields.template_url}
        hidePreview
        onChange={(image) => set({ template_url: image?.url ?? null, template_filename: image?.filename ?? null })}
      />
    </RecordDialog>
  );
}
