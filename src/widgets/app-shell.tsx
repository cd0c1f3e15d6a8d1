import { Award, BookOpen, CalendarDays, CloudDownload, House, Lock, Menu, ShoppingBag, Stamp, X } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import { paths } from '@/config/paths';
import { classNames } from '@/lib/class-names';
import { common } from '@/text/common';
import { frame, type Section, sections } from '@/text/shell';
import { IconButton } from '@/ui/button';
import { Logo } from '@/ui/printed-object';
import { AppBarEnd } from './app-bar';

const icons: Record<Section, typeof House> = {
  home: House,
  courses: BookOpen,
  achievements: Award,
  store: ShoppingBag,
  certificates: Stamp,
  events: CalendarDays,
};
/** In the free variant these are locked and stand under 'Your library' (specification 2 §2.2). */
const library: readonly Section[] = ['store', 'certificates', 'events'];

interface ShellProps {
  section: Section;
  onSection: (section: Section) => void;
  free?: boolean;
  children: ReactNode;
}

function SectionList({ section, onSection, free }: Omit<ShellProps, 'children'>) {
  const item = (key: Section) => {
    const Icon = icons[key];
    return (
      <li key={key}>
        <button
          type="button"
          aria-current={key === section ? 'page' : undefined}
          onClick={() => onSection(key)}
          className={classNames(
            'flex min-h-11 w-full items-center gap-3 rounded-control px-3 text-left font-semibold',
            key === section ? 'bg-sunk text-ink shadow-[inset_3px_0_0_var(--accent)]' : 'text-muted hover:text-ink',
          )}
        >
          <Icon size={22} aria-hidden="true" />
          <span className="grow">{sections[key]}</span>
          {free && library.includes(key) && <Lock size={16} aria-hidden="true" />}
        </button>
      </li>
    );
  };
  const all = Object.keys(sections) as Section[];
  return (
    <nav aria-label={frame.sidebar}>
      <ul className="grid gap-1">{all.filter((key) => !free || !library.includes(key)).map(item)}</ul>
      {free && (
        <>
          <p className="mt-5 mb-1 px-3 font-bold text-muted text-xs">{frame.library}</p>
          <ul className="grid gap-1">{library.map(item)}</ul>
          <Link
            to={paths.pricing}
            className="mt-5 flex min-h-11 items-center gap-3 rounded-control px-3 font-bold text-ink no-underline hover:bg-sunk"
          >
            <span className="rounded-full bg-accent px-2 py-0.5 font-extrabold text-on-accent text-xs">{frame.pro}</span>
            {frame.unlock}
          </Link>
        </>
      )}
    </nav>
  );
}

/** The sidebar of phones: the browser's modal dialog, so that focus stays inside and Escape closes it. */
function Drawer({ open, onClose, children }: { open: boolean; onClose: () => void; children: ReactNode }) {
  const ref = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    if (open) ref.current?.showModal();
    else ref.current?.close();
  }, [open]);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: a click beside the drawer closes it; the keyboard has Escape and the button
    <dialog
      ref={ref}
      aria-label={frame.sidebar}
      onClose={onClose}
      onClick={(event) => event.target === ref.current && onClose()}
      className="drawer m-0 h-dvh max-h-none w-72 max-w-[85vw] border-line border-r bg-surface p-0 text-ink backdrop:bg-shade"
    >
      <div className="p-3.5">
        <div className="mb-4 flex items-center justify-between">
          <Logo />
          <IconButton label={frame.closeMenu} onClick={onClose}>
            <X size={22} aria-hidden="true" />
          </IconButton>
        </div>
        {children}
      </div>
    </dialog>
  );
}

function BottomBar({ section, onSection }: Pick<ShellProps, 'section' | 'onSection'>) {
  const itemClass = 'flex min-h-14 flex-col items-center justify-center gap-0.5 font-semibold text-[11px] no-underline';
  const item = (key: Section, text: string) => {
    const Icon = icons[key];
    return (
      <button
        type="button"
        aria-current={key === section ? 'page' : undefined}
        onClick={() => onSection(key)}
        className={classNames(itemClass, key === section ? 'text-accent-ink' : 'text-muted')}
      >
        <Icon size={22} aria-hidden="true" />
        {text}
      </button>
    );
  };
  return (
    <nav
      aria-label={frame.bottomBar}
      className="fixed inset-x-0 bottom-0 z-20 grid grid-cols-5 border-line border-t bg-surface pb-[env(safe-area-inset-bottom)] md:hidden"
    >
      {item('home', sections.home)}
      {item('courses', frame.courses)}
      <Link to={paths.offlineDashboard} className={classNames(itemClass, 'text-muted')}>
        <CloudDownload size={22} aria-hidden="true" />
        {frame.downloaded}
      </Link>
      {item('achievements', sections.achievements)}
      {item('events', sections.events)}
    </nav>
  );
}

/** The frame of the dashboards: sections at the side, slid in or below on phones; the top bar; one section in the middle. */
export function AppShell({ section, onSection, free = false, children }: ShellProps) {
  const [drawer, setDrawer] = useState(false);
  const choose = (next: Section) => {
    setDrawer(false);
    onSection(next);
    window.scrollTo(0, 0);
  };
  return (
    <div className="md:grid md:grid-cols-[240px_minmax(0,1fr)]">
      <a
        href="#main"
        className="sr-only focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:z-50 focus:rounded-control focus:bg-surface focus:p-3"
      >
        {common.skipToContent}
      </a>
      <aside className="sticky top-0 hidden h-dvh overflow-y-auto border-line border-r bg-surface p-3.5 md:block">
        <div className="mt-1 mb-5 flex min-h-11 items-center px-1">
          <Logo />
        </div>
        <SectionList section={section} onSection={choose} free={free} />
      </aside>
      <div className="pb-24 md:pb-10">
        <header className="group mx-auto flex min-h-16 max-w-[1200px] items-center gap-2 px-4 md:px-8">
          <span className="flex items-center gap-1 md:hidden">
            <IconButton label={frame.openMenu} onClick={() => setDrawer(true)} className="-ml-2.5">
              <Menu size={24} aria-hidden="true" />
            </IconButton>
            <Logo size={22} />
          </span>
          <p className="hidden font-extrabold text-lg tracking-tight md:block">{sections[section]}</p>
          <AppBarEnd />
        </header>
        <main id="main" tabIndex={-1} data-screen className="mx-auto max-w-[1200px] px-4 md:px-8">
          {children}
        </main>
      </div>
      <Drawer open={drawer} onClose={() => setDrawer(false)}>
        <SectionList section={section} onSection={choose} free={free} />
      </Drawer>
      <BottomBar section={section} onSection={choose} />
    </div>
  );
}
