// lite prints every refused statement with its parameters. What callers get wrong is their business and may hold what they wrote: it is not logged.
// What the database itself gets wrong is one line without parameters.

/** SQLSTATE classes of refusals: data, constraints, rights, raised by our functions, bad input, cardinality; PT = a status of our choice. */
const refusals = /^(22|23|42501|P0|PT|21|PGRST|28|0L|40)/;

function sqlStateOf(value: unknown): string | undefined {
  if (!(value instanceof Error) || !('code' in value) || !('severity' in value)) return undefined;
  return typeof value.code === 'string' ? value.code : undefined;
}

/** @returns the way back. */
export function calmConsole(): () => void {
  const { error } = console;
  const calm = (...args: unknown[]) => {
    const failed = args.find((arg) => sqlStateOf(arg) !== undefined);
    const state = sqlStateOf(failed);
    if (state === undefined) error(...args);
    else if (!refusals.test(state)) error(`database: ${state} ${failed instanceof Error ? failed.message : ''}`);
  };
  console.error = calm;
  return () => {
    if (console.error === calm) console.error = error;
  };
}
