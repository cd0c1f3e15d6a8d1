import { CircleCheck, Clock } from 'lucide-react';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useSession } from '@/device/session/session-store';
import { type LaunchSignUp, signUpForLaunch } from '@/features/contact/mutations';
import { useFormSent } from '@/features/contact/queries';
import { isEmailLike, type LaunchSource, type SignUp } from '@/features/contact/rules';
import { LAUNCH_TOAST_MS } from '@/shared/app-limits';
import { Button } from '@/ui/button';
import { focusInvalid } from '@/ui/focus-invalid';
import { TextField } from '@/ui/text-field';
import { toast } from '@/ui/toast';
import { launch } from '../text/launch';

const answers: Record<SignUp, string> = { new: launch.done, today: launch.today, earlier: launch.earlier };

interface LaunchFormProps {
  source: LaunchSource;
  /** The address that was typed but not sent before a reload. */
  draft?: string;
  /** Called with the typed address after each change, and with null once the address is sent. */
  onDraft?: (email: string | null) => void;
}

/** Form to sign up for the launch of the store. Its states are idle, submitting, success and error (specification 3 §4). Works offline. */
export function LaunchForm({ source, draft, onDraft }: LaunchFormProps) {
  const own = useSession((session) => session.identity?.email);
  const [email, setEmail] = useState(draft || own || '');
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string>();
  const [signUp, setSignUp] = useState<LaunchSignUp>();
  const sent = useFormSent(signUp);
  const form = useRef<HTMLFormElement>(null);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!isEmailLike(email)) {
      flushSync(() => setError(launch.invalid));
      return focusInvalid(form.current);
    }
    setError(undefined);
    setBusy(true);
    try {
      setSignUp(await signUpForLaunch(email, source));
      onDraft?.(null);
    } catch (failure) {
      const text = (failure instanceof Error && failure.message) || launch.failed;
      setError(text);
      toast('error', text, { duration: LAUNCH_TOAST_MS.error });
    } finally {
      setBusy(false);
    }
  };

  // Rule: confirm the sign-up only once the server has received it; until then the address is stored on this device alone.
  const answer = signUp && answers[signUp.known];
  useEffect(() => {
    if (sent && answer) toast('success', answer, { duration: LAUNCH_TOAST_MS.success });
  }, [sent, answer]);

  if (answer) {
    return (
      <div lang="en" className="grid justify-items-start gap-2">
        <p role="status" className="flex items-start gap-2 font-bold">
          {sent ? (
            <CircleCheck size={22} aria-hidden="true" className="shrink-0 text-ok" />
          ) : (
            <Clock size={22} aria-hidden="true" className="shrink-0 text-muted" />
          )}
          {sent ? answer : launch.saved}
        </p>
        <p className="text-muted text-sm">{sent ? launch.doneText(email.trim()) : launch.savedText}</p>
        <Button kind="plain" className="-ml-4" onClick={() => setSignUp(undefined)}>
          {launch.another}
        </Button>
      </div>
    );
  }
  return (
    <form ref={form} lang="en" noValidate onSubmit={submit} className="grid gap-4">
      <div>
        <h2 className="text-lg">{launch.title}</h2>
        <p className="mt-1 text-muted text-sm">{launch.lead}</p>
      </div>
      <TextField
        label={launch.email}
        name="email"
        type="email"
        inputMode="email"
        autoComplete="email"
        required
        placeholder={launch.placeholder}
        value={email}
        disabled={busy}
        error={error}
        onChange={(event) => {
          setEmail(event.target.value);
          onDraft?.(event.target.value);
        }}
      />
      <Button type="submit" kind="primary" busy={busy} className="min-h-12 text-base">
        {busy ? launch.submitting : launch.submit}
      </Button>
    </form>
  );
}
