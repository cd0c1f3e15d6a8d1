// Takes over console.error: lite prints every rejected statement with its parameters. Errors of the caller are not logged, because they may contain
// personal data. All other errors become a line of the log without message and parameters.
import { logFailure } from '../../telemetry/log';

/** SQLSTATEs of errors that the caller causes: data, constraints, privileges, errors that our functions raise. PT: see error-answers.ts. */
const rejections = /^(22|23|42501|P0|PT|21|PGRST|28|0L|40)/;

/** @returns a function that gives console.error back. */
export function filterLog(): () => void {
  const { error: print } = console;
  const filtered = (...args: unknown[]) => {
    const failure = args.find((arg) => arg instanceof Error);
    if (!failure) print(...args);
    else if (!('severity' in failure && 'code' in failure && rejections.test(String(failure.code))))
      logFailure('backend failed', failure);
  };
  console.error = filtered;
  return () => {
    if (console.error === filtered) console.error = print;
  };
}
