import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react';
import { type CSSProperties, useEffect, useRef } from 'react';
import { Toaster as Sonner, toast } from 'sonner';
import { langOf } from '@/ui/lang-of';
import { toastsReady } from './toast';
import { passMessages } from './toast-focus';
import { placeMessages } from './toast-place';

const style: CSSProperties = {
  '--normal-bg': 'var(--surface)',
  '--normal-text': 'var(--ink)',
  '--normal-border': 'var(--line)',
  '--border-radius': '12px',
  fontFamily: 'inherit',
};

/** Delay before the first message (ms). Screen readers announce only changes of a live region that is already in the document. */
const HEARD_MS = 200;

/** Default duration of a message (ms). */
const DURATION_MS = 4_000;

export function Toaster({ label }: { label: string }) {
  const home = useRef<HTMLDivElement>(null);
  const host = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!host.current || !home.current) return;
    const putBack = placeMessages(host.current, home.current);
    const stopPassing = passMessages(host.current);
    const timer = setTimeout(() => {
      toastsReady(({ kind, title, duration = DURATION_MS, ...options }) => {
        toast[kind](<span lang={langOf(title)}>{title}</span>, {
          ...options,
          duration,
          // Place the button below a message with a description, because there is no space beside the text.
          ...(options.description && options.action && { classNames: { toast: 'flex-wrap!', content: 'basis-4/5!' } }),
        });
      });
    }, HEARD_MS);
    return () => {
      clearTimeout(timer);
      stopPassing();
      putBack();
    };
  }, []);
  return (
    <div ref={home}>
      <div ref={host} popover="manual" className="inset-auto overflow-visible bg-transparent">
        <Sonner
          position="top-center"
          containerAriaLabel={label}
          style={style}
          toastOptions={{
            classNames: {
              title: 'font-bold!',
              description: 'text-muted!',
              actionButton: 'h-11! min-w-11 rounded-control! px-4! font-bold! text-sm!',
            },
          }}
          theme={
            document.documentElement.dataset.theme === 'dark' || document.documentElement.dataset.theme === 'light'
              ? document.documentElement.dataset.theme
              : 'system'
          }
          icons={{
            success: <CircleCheck size={20} className="text-ok" />,
            error: <CircleAlert size={20} className="text-danger" />,
            warning: <TriangleAlert size={20} className="text-warn" />,
            info: <Info size={20} className="text-info" />,
          }}
        />
      </div>
    </div>
  );
}
