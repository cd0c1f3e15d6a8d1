import { Link, useLocation } from 'react-router-dom';
import { useAccount } from '@/device/session/session-store';
import { paths, titlePages } from '@/shared/paths';
import { Logo } from '@/ui/printed-object';
import { titlePageNames } from './text';

/** A page that has only a title (decision 10). The logo links to the dashboard, or to the landing page for visitors. */
export function TitlePage() {
  const { pathname } = useLocation();
  const account = useAccount();
  const page = titlePages.find((name) => pathname.endsWith(`/${name}`));
  return (
    <main className="mx-auto max-w-[1200px] px-4 py-3 md:px-8">
      <Link
        to={account ? paths.check : paths.landing}
        className="inline-flex min-h-11 items-center text-ink no-underline"
      >
        <Logo />
      </Link>
      <h1 lang="en" className="mt-5 text-3xl">
        {page && titlePageNames[page]}
      </h1>
    </main>
  );
}
