import { Link } from 'react-router-dom';
import { paths } from '@/shared/paths';
import { buttonClass } from '@/ui/button';
import { PrintedObject } from '@/ui/printed-object';
import { notFound } from './text';

/** Any unknown URL. */
export function NotFoundPage() {
  return (
    <main className="mx-auto grid min-h-dvh max-w-lg place-content-center justify-items-center gap-3 px-6 text-center">
      <PrintedObject shape="boat" total={14} done={5.4} width={150} height={110} label="" />
      <p className="num mt-3 font-extrabold text-3xl">{notFound.code}</p>
      <h1 className="text-2xl">{notFound.title}</h1>
      <p className="text-muted">{notFound.text}</p>
      <Link to={paths.landing} className={buttonClass('primary', 'mt-3')}>
        {notFound.home}
      </Link>
    </main>
  );
}
