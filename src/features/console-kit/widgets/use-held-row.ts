import { useState } from 'react';

/**
 * The row of an open form. Keeps the row even if another administrator trashes it or the list no longer shows it, so that the form keeps its input.
 */
export function useHeldRow<R>(rows: readonly R[] | undefined, id: string, idOf: (row: R) => string) {
  const [held, setHeld] = useState<R>();
  const found = id ? rows?.find((row) => idOf(row) === id) : undefined;
  if (found && found !== held) setHeld(found);
  const row = found ?? (held && idOf(held) === id ? held : undefined);
  /** `gone`: the row was in the list but is no longer in it. */
  return { row, gone: row !== undefined && found === undefined && rows !== undefined };
}
