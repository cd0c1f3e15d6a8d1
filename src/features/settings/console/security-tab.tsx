import { ShieldCheck, ShieldOff } from 'lucide-react';
import { useState } from 'react';
import { saveAsFile } from '@/device/save-as-file';
import { useConsoleMutation, useConsoleQuery } from '@/features/console-kit/queries';
import {
  enterCode,
  type NewFactor,
  newRecoveryCodes,
  ownFactor,
  removeFactor,
  startFactor,
} from '@/features/console-kit/requests/second-factor';
import { codeFault, secondFactorText as text } from '@/features/console-kit/text/second-factor';
import { CodeForm } from '@/features/console-kit/widgets/code-form';
import { consoleToast } from '@/features/console-kit/widgets/console-toast';
import { RemoteStates } from '@/features/console-kit/widgets/remote-states';
import { SignInAgain } from '@/features/console-kit/widgets/sign-in-again';
import { sofiaDate } from '@/features/console-kit/widgets/sofia-format';
import { State } from '@/features/console-kit/widgets/states';
import { Button } from '@/ui/button';
import { Card } from '@/ui/card';

type Step =
  | { at: 'start' }
  | { at: 'password' }
  | { at: 'enroll'; factor: NewFactor }
  | { at: 'codes'; codes: string[] }
  | { at: 'remove' };
const start: Step = { at: 'start' };

async function copy(words: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(words);
    consoleToast.success(text.copied);
  } catch {
    consoleToast.error(text.notCopied);
  }
}

/** The administrator's own second factor: set-up, recovery codes, removal. */
export function SecurityTab() {
  const [step, setStep] = useState<Step>(start);
  const own = useConsoleQuery(['second-factor'], ownFactor, { tables: ['mfa_factors'] });
  const fail = (error: unknown) => consoleToast.error(codeFault(error));
  const enroll = useConsoleMutation(startFactor, {
    onSuccess: (factor) => setStep(factor === 'password' ? { at: 'password' } : { at: 'enroll', factor }),
    onError: fail,
  });
  const renew = useConsoleMutation(newRecoveryCodes, {
    onSuccess: (codes) => setStep({ at: 'codes', codes }),
    onError: () => {
      consoleToast.error(text.codesMissing);
      setStep(start);
    },
  });
  const onFirstCode = async (factor: NewFactor, code: string) => {
    await enterCode(factor.id, code);
    consoleToast.success(text.enabled);
    await own.refetch();
    renew.mutate();
    return undefined;
  };
  const onLastCode = async (id: string, code: string) => {
    await removeFactor(id, code);
    consoleToast.success(text.removed);
    await own.refetch();
    setStep(start);
    return undefined;
  };
  const back = (
    <Button kind="plain" onClick={() => setStep(start)}>
      {text.cancel}
    </Button>
  );
  return (
    <Card className="grid max-w-xl grid-cols-[minmax(0,1fr)] gap-4 p-4">
      <RemoteStates remote={own} failed={text.failed}>
        {(factor) => (
          <>
            <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
              <h2 className="text-base">{text.title}</h2>
              <State tone={factor ? 'ok' : 'muted'} icon={factor ? ShieldCheck : ShieldOff}>
                {factor ? text.on : text.off}
              </State>
              {factor && <span className="text-muted text-sm">{text.since(sofiaDate(factor.since))}</span>}
            </div>
            {step.at === 'start' && !factor && (
              <>
                <p className="text-sm">{text.lead}</p>
                <Button
                  kind="primary"
                  className="justify-self-start"
                  busy={enroll.isPending}
                  onClick={() => enroll.mutate()}
                >
                  {text.setUp}
                </Button>
              </>
            )}
            {step.at === 'password' && (
              <>
                <SignInAgain lead={text.passwordLead} onSignedIn={() => enroll.mutate()} />
                {back}
              </>
            )}
            {step.at === 'start' && factor && (
              <>
                <p className="text-muted text-sm">{text.newCodesLead}</p>
                <div className="flex flex-wrap gap-2">
                  <Button busy={renew.isPending} onClick={() => renew.mutate()}>
                    {text.newCodes}
                  </Button>
                  <Button kind="danger" onClick={() => setStep({ at: 'remove' })}>
                    {text.remove}
                  </Button>
                </div>
              </>
            )}
            {step.at === 'enroll' && (
              <>
                <p className="text-sm">{text.scan}</p>
                {/* Cameras need dark modules on a light ground, in the dark theme too. */}
                <img
                  src={step.factor.qr_code}
                  alt={text.qr}
                  width={224}
                  height={224}
                  className="rounded-control bg-white p-2"
                />
                <div>
                  <p className="text-muted text-sm">{text.secret}</p>
                  <code className="num wrap-anywhere font-bold">
                    {step.factor.secret.replace(/(.{4})(?=.)/g, '$1 ')}
                  </code>
                </div>
                <Button className="justify-self-start" onClick={() => void copy(step.factor.secret)}>
                  {text.copySecret}
                </Button>
                <CodeForm submit={text.confirm} onCode={(code) => onFirstCode(step.factor, code)}>
                  {back}
                </CodeForm>
              </>
            )}
            {step.at === 'codes' && <RecoveryCodes codes={step.codes} onStored={() => setStep(start)} />}
            {step.at === 'remove' && factor && (
              <>
                <p className="text-sm">{text.removeLead}</p>
                <CodeForm danger submit={text.remove} onCode={(code) => onLastCode(factor.id, code)}>
                  {back}
                </CodeForm>
              </>
            )}
          </>
        )}
      </RemoteStates>
    </Card>
  );
}

function RecoveryCodes({ codes, onStored }: { codes: string[]; onStored: () => void }) {
  const lines = codes.join('\n');
  return (
    <section aria-labelledby="recovery-codes" className="grid gap-3">
      <h3 id="recovery-codes" className="text-base">
        {text.codesTitle}
      </h3>
      <p className="text-sm">{text.codesLead}</p>
      <ul className="grid gap-1 rounded-control bg-sunk p-3 text-sm">
        {codes.map((code) => (
          <li key={code} className="num wrap-anywhere font-mono">
            {code}
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-2">
        <Button onClick={() => void copy(lines)}>{text.copyCodes}</Button>
        <Button onClick={() => saveAsFile(text.fileName, `${lines}\n`, 'text/plain')}>{text.download}</Button>
        <Button kind="primary" onClick={onStored}>
          {text.stored}
        </Button>
      </div>
    </section>
  );
}
