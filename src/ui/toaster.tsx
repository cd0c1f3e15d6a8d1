import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react';
import { type CSSProperties, useEffect } from 'react';
import { Toaster as Sonner, toast } from 'sonner';
import { toastsReady } from './toast';

const style: CSSProperties = {
  '--normal-bg': 'var(--surface)',
  '--normal-text': 'var(--ink)',
  '--normal-border': 'var(--line)',
  '--border-radius': '12px',
  fontFamily: 'inherit',
};

export function Toaster({ label }: { label: string }) {
  useEffect(() => {
    toastsReady(({ kind, title, ...options }) => {
      toast[kind](title, options);
    });
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
