import { useId, useState } from 'react';
import { SignOut } from '@/features/accounts/widgets/sign-out';
import { checkAccess, type Lack } from '@/features/console-kit/requests/access';
import { enterCode, enterRecoveryCode, ownFactor } from '@/features/console-kit/requests/second-factor';
import { secondFactorText as text } from '@/features/console-kit/text/second-factor';
import { CodeForm } from '@/features/console-kit/widgets/code-form';
import { consoleToast } from '@/features/console-kit/widgets/console-toast';
import { SignInAgain } from '@/features/console-kit/widgets/sign-in-again';
import { paths } from '@/shared/paths';
import { Button, buttonClass } from '@/ui/button';
import { useModal } from '@/ui/use-modal';

/** Asks for what the session lacks. It cannot be closed: without it the server refuses every request of the console. What is being edited stays below it. */
export function AccessDialog({ lack }: { lack: Lack }) {
  const ref = useModal(true, false);
  const titleId = useId();
  const [lost, setLost] = useState(false);
  const onCode = async (code: string) => {
    const factor = await ownFactor();
    if (factor) await enterCode(factor.id, code);
    await checkAccess();
    return undefined;
  };
  const onRecoveryCode = async (code: string) => {
    const answer = await enterRecoveryCode(code);
    if (answer !== 'done') return answer === 'wait' ? text.tooMany : text.wrongRecovery;
    consoleToast.success(text.recovered);
    await checkAccess();
    return undefined;
  };
  return (
    <dialog
      ref={ref}
      aria-labelledby={titleId}
      onCancel={(event) => event.preventDefault()}
      className="sheet w-full max-w-md rounded-card border border-line bg-surface p-0 text-ink shadow-card backdrop:bg-shade"
    >
      <div className="grid gap-3 p-5">
        <h2 id={titleId} className="text-lg">
          {lack === 'code' ? text.askTitle : text.askAgainTitle}
        </h2>
        {lack !== 'code' ? (
          <SignInAgain
            lead={lack === 'ended' ? text.endedLead : text.askAgainLead}
            onSignedIn={() => void checkAccess()}
          />
        ) : (
          <>
            <p className="text-muted text-sm">{lost ? text.recoveryLead : text.askLead}</p>
            <CodeForm key={String(lost)} recovery={lost} submit={text.proceed} onCode={lost ? onRecoveryCode : onCode}>
              <Button kind="plain" onClick={() => setLost(!lost)}>
                {lost ? text.back : text.lost}
              </Button>
            </CodeForm>
          </>
        )}
        <SignOut
          className={buttonClass('plain', '-ml-4 justify-self-start')}
          label={text.signOut}
          to={paths.adminLogin}
        />
      </div>
    </dialog>
  );
}
