import { Link, useNavigate } from 'react-router-dom';
import { paths } from '@/config/paths';
import { useAccount } from '@/data/session/session-store';
import { siteHeader } from '@/text/common';
import { inPreparation } from '@/text/not-found-text';
import { Button, buttonClass } from '@/ui/button';
import { PrintedObject } from '@/ui/printed-object';

/** Shown for a URL whose screen does not exist yet: the screen's name, and links to other screens. */
export function InPreparationPage({ title }: { title: string }) {
  const navigate = useNavigate();
  const account = useAccount();
  return (
    <main className="mx-auto grid min-h-[80dvh] max-w-lg place-content-center justify-items-center gap-3 px-6 text-center">
      <PrintedObject shape="rocket" total={12} done={3.5} width={96} height={110} label="" />
      <p className="mt-3 font-semibold text-muted">{inPreparation.title}</p>
      <h1 className="text-2xl">{title}</h1>
      <p className="text-muted">{inPreparation.text}</p>
      <div className="mt-3 flex flex-wrap justify-center gap-2">
        {account ? (
          <Link to={paths.check} className={buttonClass('primary')}>
            {inPreparation.dashboard}
          </Link>
        ) : (
          <>
            <Link to={paths.register} className={buttonClass('quiet')}>
              {siteHeader.register}
            </Link>
            <Link to={paths.login} className={buttonClass('primary')}>
              {siteHeader.signIn}
            </Link>
          </>
        )}
        <Button kind="plain" onClick={() => navigate(-1)}>
          {inPreparation.back}
        </Button>
      </div>
    </main>
  );
}
