// Reads the answers of a Supabase project in the command-line scripts.
import { StartError } from './settings';

interface Answer {
  data: unknown;
  error: { message: string } | null;
}

/** @param what failed, if the answer is an error @throws StartError with the project's own message */
export function dataOf<A extends Answer>(
  { data, error }: A,
  what: string,
): NonNullable<Extract<A, { error: null }>['data']> {
  if (error || data == null) throw new StartError(`${what}: ${error?.message || 'the project does not answer'}`);
  return data;
}
