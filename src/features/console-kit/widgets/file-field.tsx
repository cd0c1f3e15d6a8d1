import { FileUp } from 'lucide-react';
import { classNames } from '@/ui/class-names';
import { Field } from '@/ui/field';

interface FileFieldProps {
  label: string;
  lang?: string;
  hint?: string | undefined;
  error?: string | undefined;
  accept?: string;
  multiple?: boolean;
  /** Text of the button, for example the name of the chosen file. */
  chosen?: string | undefined;
  choose: string;
  className?: string;
  onChoose: (files: File[]) => void;
}

/** A file input with its own button, because the native one has texts in the browser's language and cannot be styled. */
export function FileField(props: FileFieldProps) {
  const { label, lang, hint, error, accept, multiple, chosen, choose, className, onChoose } = props;
  return (
    <Field label={<span lang={lang}>{label}</span>} hint={hint} error={error} className={className}>
      {({ className: look, ...control }) => (
        <span
          className={classNames(
            look,
            'relative flex min-h-10 items-center gap-2 border-dashed has-focus-visible:outline-3 has-focus-visible:outline-accent-ink',
          )}
        >
          <FileUp size={18} aria-hidden="true" className="shrink-0 text-muted" />
          <span className={classNames('min-w-0 truncate', !chosen && 'text-muted')}>{chosen ?? choose}</span>
          <input
            {...control}
            type="file"
            accept={accept}
            multiple={multiple}
            className="absolute inset-0 cursor-pointer opacity-0"
            onChange={(event) => {
              onChoose([...(event.target.files ?? [])]);
              event.target.value = '';
            }}
          />
        </span>
      )}
    </Field>
  );
}
