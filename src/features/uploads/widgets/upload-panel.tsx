import { ChevronDown, ChevronUp, FileUp, Pause, Play, RotateCcw, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useOnline } from '@/device/use-online';
import { consoleChanged, useConsoleQuery } from '@/features/console-kit/queries';
import { messages, successes } from '@/features/console-kit/text/messages';
import { consoleToast } from '@/features/console-kit/widgets/console-toast';
import { useKeptFocus } from '@/features/console-kit/widgets/use-kept-focus';
import { formatBytes } from '@/shared/format/format-bytes';
import { IconButton } from '@/ui/button';
import { classNames } from '@/ui/class-names';
import { ProgressBar } from '@/ui/progress-bar';
import { useLiveUploads } from '../mutations/live-uploads';
import { followUploads, onUploadDone } from '../mutations/upload-service';
import { cancelUpload, chooseAgain, chooseOther, isFaultOfFile, pauseUpload, resumeUpload } from '../mutations/uploads';
import { sizeLimit } from '../queries/size-limit';
import { useUploads } from '../queries/use-uploads';
import { uploadText as text } from '../text';
import { faultWords, tooLargeWords } from './video-file';

type Row = ReturnType<typeof useUploads>[number];

function timeLeft(seconds: number | null | undefined): string {
  if (seconds === null || seconds === undefined) return '';
  return text.left(seconds < 90 ? text.seconds(seconds) : text.minutes(Math.round(seconds / 60)));
}

/** Announces the progress of each upload in steps of 10 %. */
function useAnnouncements(rows: readonly Row[]): string {
  const said = useRef(new Map<string, number>());
  const [words, setWords] = useState('');
  useEffect(() => {
    for (const { id, title, sent, size, state } of rows) {
      const tenth = state === 'sending' && size > 0 ? Math.floor((sent / size) * 10) : 0;
      if (tenth === 0 || said.current.get(id) === tenth) continue;
      said.current.set(id, tenth);
      setWords(text.announce(title, tenth * 10));
    }
  }, [rows]);
  return words;
}

/** Says why an upload stopped. */
function Failure({ upload: { failure, detail, size } }: { upload: Row }) {
  const isTooLarge = failure === 'too-large';
  const { data: limit = size } = useConsoleQuery(['upload-size-limit'], sizeLimit, { tables: [], enabled: isTooLarge });
  if (!failure) return null;
  return (
    <p className="text-danger text-xs">
      {isTooLarge ? tooLargeWords(size, limit) : text.failures[failure]}{' '}
      {failure === 'row' || failure === 'refused' ? detail : ''}
    </p>
  );
}

function UploadRow({ upload }: { upload: Row }) {
  const { id, title, fileName, size, state, failure } = upload;
  const live = useLiveUploads(({ byId }) => byId[id]);
  const picker = useRef<HTMLInputElement>(null);
  const prepared = useLiveUploads((uploads) => uploads.prepared[id] ?? 0);
  const isOnline = useOnline();
  const isSending = state === 'sending' && isOnline;
  const sent = state === 'storing' ? size : state === 'sending' ? Math.max(upload.sent, live?.sent ?? 0) : upload.sent;
  const percent = size > 0 ? Math.floor((sent / size) * 100) : 0;
  const isRunning = state === 'sending' || state === 'storing' || state === 'preparing';
  const needsOther = state === 'failed' && isFaultOfFile(failure);
  const pickLabel = needsOther ? text.chooseOther(title) : text.chooseFile(title);
  const again = async (file: File | undefined) => {
    if (!file) return;
    if (needsOther) {
      const fault = faultWords(file);
      if (!fault) return chooseOther(id, file);
      consoleToast.error(fault);
    } else if (!(await chooseAgain(id, file))) consoleToast.error(text.otherFile);
  };
  return (
    <li className="grid grid-cols-1 gap-1 border-line border-t px-3 py-2">
      <div className="flex items-center gap-2">
        <div className="min-w-0 grow">
          <p className="truncate font-semibold text-sm">{title}</p>
          <p className="text-muted text-xs tabular-nums">
            {state === 'sending' && !isOnline ? text.offline : text.states[state]}
            {state === 'sending' && `, ${percent} % · ${formatBytes(sent)} / ${formatBytes(size)}`}
            {state === 'preparing' && prepared > 0 && `, ${Math.floor(prepared * 100)} %`}
            {isSending && live && timeLeft(live.left) && ` · ${timeLeft(live.left)}`}
          </p>
        </div>
        {(state === 'sending' || state === 'waiting') && (
          <IconButton label={text.pause(title)} onClick={() => void pauseUpload(id)}>
            <Pause size={18} aria-hidden="true" />
          </IconButton>
        )}
        {state === 'paused' && (
          <IconButton label={text.resume(title)} onClick={() => void resumeUpload(id)}>
            <Play size={18} aria-hidden="true" />
          </IconButton>
        )}
        {state === 'failed' && !isFaultOfFile(failure) && (
          <IconButton label={text.retry(title)} onClick={() => void resumeUpload(id)}>
            <RotateCcw size={18} aria-hidden="true" />
          </IconButton>
        )}
        {(state === 'needs-file' || needsOther) && (
          <>
            <input
              ref={picker}
              type="file"
              accept="video/*,.mov,.mp4,.webm,.mkv"
              aria-label={pickLabel}
              className="sr-only"
              tabIndex={-1}
              onChange={(event) => {
                void again(event.target.files?.[0]);
                event.target.value = '';
              }}
            />
            <IconButton label={pickLabel} onClick={() => picker.current?.click()}>
              <FileUp size={18} aria-hidden="true" />
            </IconButton>
          </>
        )}
        <IconButton label={text.cancel(title)} onClick={() => void cancelUpload(id)}>
          <X size={18} aria-hidden="true" />
        </IconButton>
      </div>
      <ProgressBar value={percent} total={100} label={title} className={isRunning ? '' : 'opacity-70 grayscale'} />
      <Failure upload={upload} />
      {state === 'needs-file' && <p className="text-warn text-xs">{text.needsFile(fileName)}</p>}
    </li>
  );
}

/** The upload queue, shown at the bottom of every console screen. */
export function UploadPanel() {
  const rows = useUploads();
  const [open, setOpen] = useState(true);
  const words = useAnnouncements(rows);
  const area = useRef<HTMLDivElement>(null);
  // The panel disappears with its last upload, so the focus moves to the main content.
  useKeptFocus(area, 'main');
  useEffect(() => followUploads(), []);
  useEffect(
    () =>
      onUploadDone(({ title, write }, rejected) => {
        consoleToast.success(write.replaces ? successes.courses.videoUpdated : successes.courses.videoUploaded, {
          description: title,
        });
        if (rejected.length)
          consoleToast.error(messages.resources.loadError, { description: text.rejectedFiles(rejected) });
        consoleChanged(['videos', 'video_resources']);
      }),
    [],
  );
  const isOnline = useOnline();
  const running = rows.filter(({ state }) => state === 'sending' || state === 'preparing').length;
  return (
    <div ref={area}>
      <p role="status" className="sr-only">
        {words}
      </p>
      {/* Lets the page scroll far enough that the open panel covers no button. */}
      {rows.length > 0 && open && <div aria-hidden="true" className="h-[40dvh]" />}
      {rows.length > 0 && (
        <section
          aria-label={text.title}
          className="fixed right-3 bottom-3 left-3 z-30 overflow-hidden rounded-card border border-line bg-surface shadow-card md:left-auto md:w-[440px]"
        >
          <div className="flex min-h-12 items-center gap-2 pr-1 pl-3">
            <h2 className="grow text-sm">
              {text.title}{' '}
              <span className="font-normal text-muted">
                {isOnline ? text.summary(running, rows.length) : text.offline}
              </span>
            </h2>
            <IconButton label={open ? text.fold : text.unfold} aria-expanded={open} onClick={() => setOpen(!open)}>
              {open ? <ChevronDown size={18} aria-hidden="true" /> : <ChevronUp size={18} aria-hidden="true" />}
            </IconButton>
          </div>
          {open && (
            <ul className={classNames('max-h-[40dvh] overflow-y-auto')}>
              {rows.map((upload) => (
                <UploadRow key={upload.id} upload={upload} />
              ))}
            </ul>
          )}
        </section>
      )}
    </div>
  );
}
