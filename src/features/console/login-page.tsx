import { ArrowLeft, CircleAlert } from 'lucide-react';
import { type FormEvent, useEffect, useState } from 'react';
import { Link, useLocation, useNavigate } from 'react-router-dom';
import { useAccount } from '@/device/session/session-store';
import { problemOf } from '@/features/accounts/rules/auth-errors';
import { checkAdmin, signInToConsole } from '@/features/console-kit/requests/session';
import { adminLoginText as text } from '@/features/console-kit/text/console';
import { messages } from '@/features/console-kit/text/messages';
import { paths } from '@/shared/paths';
import { Button, backLinkClass } from '@/ui/button';
import { cardClass } from '@/ui/card';
import { langOf } from '@/ui/lang-of';
import { Logo } from '@/ui/printed-object';
import { Spinner } from '@/ui/spinner';
import { TextField } from '@/ui/text-field';
import { useTitle } from '@/ui/use-title';
import { ConsoleScope } from './widgets/console-scope';

/** State of the history entry. It survives a change of account, which remounts the screen. */
interface LoginState {
  /** The page that the visitor requested. */
  from?: string;
  /** The error of the last attempt. */
  message?: string;
  email?: string;
}

function messageOf(error: unknown): string {
  if (!navigator.onLine) return text.noAnswer;
  const problem = problemOf(error instanceof Error ? error.message : '');
  if (problem === 'network') return text.noAnswer;
  if (problem === 'too_many_requests') return text.tooMany;
  return problem === 'user_not_found' ? messages.signIn.failed : messages.signIn.wrong;
}

const rejections = { rejected: messages.signIn.rejected, nobody: messages.signIn.failed } as const;

/** Asks the server whether the signed-in account is an administrator. The guard redirects administrators. */
function useExistingSession() {
  const signedIn = useAccount() !== undefined;
  const [checked, setChecked] = useState(!signedIn || !navigator.onLine);
  useEffect(() => {
    if (signedIn && navigator.onLine) void checkAdmin().finally(() => setChecked(true));
  }, [signedIn]);
  return signedIn && navigator.onLine && !checked;
}

/** Signs in to the console. The guard redirects when the identity changes. */
export function AdminLoginPage() {
  const checking = useExistingSession();
  const state = (useLocation().state ?? {}) as LoginState;
  useTitle(text.title);
  return (
    <ConsoleScope>
      <main className="wrap-anywhere mx-auto grid min-h-dvh w-full max-w-md content-center gap-5 px-4 py-8">
        <div className="flex flex-wrap items-center justify-between gap-2">
          <Logo />
          <Link to={paths.landing} className={backLinkClass}>
            <ArrowLeft size={20} aria-hidden="true" />
            {text.site}
          </Link>
        </div>
        {checking ? (
          <div lang="en" className={`${cardClass} grid place-items-center gap-3 p-12`}>
            <h1 className="sr-only">{text.title}</h1>
            <Spinner label={text.loading} />
            <p aria-hidden="true" className="text-muted">
              {text.loading}
            </p>
          </div>
        ) : (
          <LoginForm state={state} />
        )}
      </main>
    </ConsoleScope>
  );
}

function LoginForm({ state }: { state: LoginState }) {
  const navigate = useNavigate();
  const [fields, setFields] = useState({ email: state.email ?? '', password: '' });
  const [busy, setBusy] = useState(false);
  const { message } = state;

  // A change of account remounts this screen, so keep the error in the history entry.
  const say = (words: string | undefined) =>
    navigate(paths.adminLogin, {
      replace: true,
      state: { ...(state.from && { from: state.from }), email: fields.email, ...(words && { message: words }) },
    });

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    if (!fields.email.trim() || !fields.password) return say(text.empty);
    setBusy(true);
    await say(undefined);
    try {
      const who = await signInToConsole(fields.email, fields.password);
      if (who === 'rejected' || who === 'nobody') await say(rejections[who]);
    } catch (error) {
      await say(messageOf(error));
    } finally {
      setBusy(false);
    }
  };

  return (
    <div className={`${cardClass} p-5 md:p-8`}>
      <h1 lang="en" className="mb-5 text-2xl">
        {text.title}
      </h1>
      <form method="dialog" onSubmit={(event) => void submit(event)} noValidate className="grid gap-4">
        {message && (
          <div
            role="alert"
            lang={langOf(message)}
            className="flex gap-3 rounded-control border border-danger bg-surface p-3 text-danger text-sm"
          >
            <CircleAlert size={20} aria-hidden="true" className="shrink-0" />
            <span className="min-w-0 font-semibold">{message}</span>
          </div>
        )}
        {message === messages.signIn.rejected && (
          <p className="text-sm">
            {text.unproven}{' '}
            <Link
              to={paths.login}
              state={{ from: state.from ?? paths.adminDashboard }}
              className="font-bold text-accent-ink underline underline-offset-4"
            >
              {text.toLogin}
            </Link>
          </p>
        )}
        <div lang="en" className="grid gap-4">
          <TextField
            label={text.email}
            name="email"
            type="email"
            inputMode="email"
            autoComplete="username"
            required
            value={fields.email}
            onChange={(event) => setFields((before) => ({ ...before, email: event.target.value }))}
          />
          <TextField
            label={text.password}
            name="password"
            type="password"
            autoComplete="current-password"
            required
            reveal={{ show: text.show, hide: text.hide }}
            value={fields.password}
            onChange={(event) => setFields((before) => ({ ...before, password: event.target.value }))}
          />
          <Button type="submit" kind="primary" busy={busy} className="mt-1 min-h-12 text-base">
            {busy ? text.submitting : text.submit}
          </Button>
        </div>
      </form>
    </div>
  );
}
