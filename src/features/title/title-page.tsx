import { useLocation } from 'react-router-dom';
import { titlePages } from '@/config/paths';
import { titlePageNames } from '@/text/title-pages';

/** The pages under /dashboard that have a title and nothing else (decision 10). */
export function TitlePage() {
  const { pathname } = useLocation();
  const page = titlePages.find((name) => pathname === `/dashboard/${name}`);
  return (
    <main className="mx-auto max-w-[1200px] px-4 py-8 md:px-8">
      <h1 lang="en" className="text-3xl">
        {page && titlePageNames[page]}
      </h1>
    </main>
  );
}
