import { ImagePlus, X } from 'lucide-react';
import { useId, useRef, useState } from 'react';
import { publicImageUrl } from '@/shared/product';
import { Button } from '@/ui/button';
import { classNames } from '@/ui/class-names';
import { langOf } from '@/ui/lang-of';
import { asConsoleError } from '../requests/console-client';
import { type ImagePlace, type StoredImage, uploadImage } from '../requests/images';
import { imageText as text } from '../text/console';
import { messages } from '../text/messages';
import { consoleToast } from './console-toast';

interface ImageFieldProps {
  label: string;
  hint?: string;
  place: ImagePlace;
  value: string | null;
  onChange: (image: StoredImage | null) => void;
  /** Describes the picture for screen readers; empty if the text beside it says the same. */
  alt?: string;
  /** True if the form shows the preview itself. */
  hidePreview?: boolean;
}

/** A picture of a form. It is uploaded when it is chosen; the form stores its URL. */
export function ImageField({ label, hint, place, value, onChange, alt = '', hidePreview }: ImageFieldProps) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState<string>();
  const choose = async (file: File | undefined) => {
    if (!file || busy) return;
    setBusy(true);
    setFault(undefined);
    try {
      onChange(await uploadImage(place, file));
    } catch (thrown) {
      const error = asConsoleError(thrown);
      const words =
        error.kind === 'network'
          ? messages.images.upload
          : messages.images.uploadFile(text.reasons[error.code as keyof typeof text.reasons] ?? error.detail);
      // If the form has been closed, there is no field to show the error at: show a toast.
      if (input.current) setFault(words);
      else consoleToast.error(words);
    } finally {
      setBusy(false);
      if (input.current) input.current.value = '';
    }
  };
  return (
    <div>
      <p id={`${id}-label`} className="mb-1.5 font-bold text-sm">
        {label}
      </p>
      {value && !hidePreview && (
        <img
          src={publicImageUrl(value)}
          alt={alt}
          className={classNames(
            'mb-2 max-w-full rounded-control border border-line',
            place === 'questions' ? 'max-h-40' : 'aspect-video w-80 object-cover',
          )}
        />
      )}
      <input
        ref={input}
        type="file"
        accept="image/*"
        tabIndex={-1}
        aria-hidden="true"
        className="hidden"
        onChange={({ target }) => void choose(target.files?.[0])}
      />
      <div className="flex flex-wrap gap-2">
        <Button busy={busy} aria-describedby={`${id}-label ${id}-about`} onClick={() => input.current?.click()}>
          {!busy && <ImagePlus size={18} aria-hidden="true" />}
          {value ? text.replace : text.choose}
        </Button>
        {value && (
          <Button kind="plain" onClick={() => onChange(null)}>
            <X size={18} aria-hidden="true" />
            {text.remove}
          </Button>
        )}
      </div>
      <div id={`${id}-about`}>
        {fault ? (
          <p role="alert" lang={langOf(fault)} className="mt-1.5 text-danger text-sm">
            {fault}
          </p>
        ) : (
          hint && <p className="mt-1.5 text-muted text-sm">{hint}</p>
        )}
      </div>
    </div>
  );
}
