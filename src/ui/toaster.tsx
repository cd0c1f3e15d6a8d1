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

/** A screen reader says only what comes into a region it already knows: the first message waits until it does, ms. */
const HEARD_MS = 200;

export function Toaster({ label }: { label: string }) {
  useEffect(() => {
    const timer = setTimeout(() => {
      toastsReady(({ kind, title, ...options }) => {
        toast[kind](<span lang={langOf(title)}>{title}</span>, options);
      });
    }, HEARD_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <Sonner
      position="top-center"
      containerAriaLabel={label}
      style={style}
      toastOptions={{ classNames: { title: 'font-bold!', description: 'text-muted!' } }}
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
