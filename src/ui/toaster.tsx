import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react';
import { type CSSProperties, useEffect } from 'react';
import { Toaster as Sonner, toast } from 'sonner';
import { langOf } from '@/lib/lang-of';
import { toastsReady } from './toast';

const style: CSSProperties = {
  '--normal-bg': 'var(--surface)',
  '--normal-text': 'var(--ink)',
  '--normal-border': 'var(--line)',
  '--border-radius': '12px',
  fontFamily: 'inherit',
};

/** Delay before the first message (ms). Screen readers announce only changes in a live region that they already know. */
const HEARD_MS = 200;

export function Toaster({ label }: { label: string }) {
  useEffect(() => {
    const timer = setTimeout(() => {
      toastsReady(({ kind, title, ...options }) => {
        toast[kind](<span lang={langOf(title)}>{title}</span>, {
          ...options,
          // A button beside a longer text would leave it no space, so it is placed below.
          ...(options.description && options.action && { classNames: { toast: 'flex-wrap!', content: 'basis-4/5!' } }),
        });
      });
    }, HEARD_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
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
  );
}
