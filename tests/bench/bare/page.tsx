import { createRoot } from 'react-dom/client';

// A page with only React: the minimum cost of any React app.
const root = document.getElementById('root');
if (root) createRoot(root).render(<h1>Здравейте, това е една страница с React и нищо друго.</h1>);
void navigator.serviceWorker.register('/sw.js');
