// Filters console.error: lite prints every rejected statement with its parameters. Errors of the caller are not logged, because they may contain
// personal data. Other database errors are logged as one line without parameters.

/** SQLSTATEs of errors that the caller causes: data, constraints, privileges, errors that our functions raise. PT: see error-answers.ts. */
const rejections = /^(22|23|42501|P0|PT|21|PGRST|28|0L|40)/;

function sqlStateOf(value: unknown): string | undefined {
  if (!(value instanceof Error) || !('code' in value) || !('severity' in value)) return undefined;
  return typeof value.code === 'string' ? value.code : undefined;
}

/** @returns a function that removes the filter. */
export function filterLog(): () => void {
  const { error } = console;
  const filtered = (...args: unknown[]) => {
    const failed = args.find((arg) => sqlStateOf(arg) !== undefined);
    const state = sqlStateOf(failed);
    if (state === undefined) error(...args);
    else if (!rejections.test(state)) error(`database: ${state} ${failed instanceof Error ? failed.message : ''}`);
  };
  console.error = filtered;
  return () => {
    if (console.error === filtered) console.error = error;
  };
}
