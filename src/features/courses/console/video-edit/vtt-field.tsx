import { FileUp } from 'lucide-react';
import { useEffect, useState } from 'react';
import { lessonText as text } from '@/features/console-kit/text/courses';
import { counted } from '@/shared/format/format';
import { readTextFile } from '@/shared/text-file';
import { readVtt, vttOf } from '@/shared/webvtt';
import { langOf } from '@/ui/lang-of';
import { TextArea } from '@/ui/text-area';
import { webvttText } from '../text/webvtt';

interface VttFieldProps {
  label: string;
  hint: string;
  value: string;
  error?: string | undefined;
  mode?: 'chapters';
  onChange: (value: string) => void;
}

const wordsOf = (message: string) => webvttText[message] ?? message;

/** A field for WebVTT text, typed or loaded from a file; SubRip captions are converted. Lists the text's mistakes by line. */
export function VttField({ label, hint, value, error, mode, onChange }: VttFieldProps) {
  const [report, setReport] = useState<ReturnType<typeof readVtt> | null>(null);
  useEffect(() => {
    const timer = setTimeout(() => setReport(value.trim() ? readVtt(value, mode) : null), 300);
    return () => clearTimeout(timer);
  }, [value, mode]);
  return (
    <div className="grid gap-1">
      <TextArea
        label={label}
        hint={hint}
        error={error}
        rows={4}
        className="[&_textarea]:font-mono"
        value={value}
        onChange={(event) => onChange(vttOf(event.target.value))}
      />
      <label className="inline-flex min-h-11 cursor-pointer items-center gap-2 justify-self-start rounded-control px-3 font-bold text-accent-ink text-sm hover:bg-sunk has-focus-visible:outline-3 has-focus-visible:outline-accent-ink">
        <FileUp size={18} aria-hidden="true" />
        {text.load}
        <input
          type="file"
          accept=".vtt,.srt,text/vtt,text/plain"
          aria-label={`${label}: ${text.load}`}
          className="sr-only"
          onChange={(event) => {
            const file = event.target.files?.[0];
            if (file) void readTextFile(file).then((loaded) => onChange(vttOf(loaded)));
            event.target.value = '';
          }}
        />
      </label>
      <div role="status" className="text-sm">
        {report && report.errors.length === 0 && (
          <p className="text-ok">{text.cues(counted(report.cues.length, ...text.cueWords))}</p>
        )}
        {report && report.errors.length > 0 && (
          <ul className="grid gap-0.5 text-danger">
            {report.errors.slice(0, 50).map(({ line, message }) => (
              <li key={`${line}-${message}`}>
                {text.line(line)}: <span lang={langOf(wordsOf(message))}>{wordsOf(message)}</span>
              </li>
            ))}
          </ul>
        )}
      </div>
    </div>
  );
}
