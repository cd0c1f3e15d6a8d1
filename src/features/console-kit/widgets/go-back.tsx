import { ArrowLeft } from 'lucide-react';
import { useNavigate } from 'react-router-dom';
import { backLinkClass } from '@/ui/button';
import { consoleText as text } from '../text/console';

/** The button back to the course; on a phone it shows only the arrow. */
export function GoBack({ to }: { to: string }) {
  const navigate = useNavigate();
  return (
    <button type="button" className={`${backLinkClass} shrink-0 whitespace-nowrap`} onClick={() => void navigate(to)}>
      <ArrowLeft size={20} aria-hidden="true" />
      <span lang="en" className="max-md:sr-only">
        {text.goBack}
      </span>
    </button>
  );
}
