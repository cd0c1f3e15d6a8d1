/** A page with every control in every state, for tests/e2e/workbench.desktop.spec.ts. */
import { createRoot } from 'react-dom/client';
import { Toaster } from '@/ui/toaster';
import './styles.css';
import { Workbench } from './workbench';

const container = document.getElementById('root') as HTMLElement; // index.html contains #root

createRoot(container).render(
  <>
    <Workbench />
    <Toaster label="Съобщения" />
  </>,
);
