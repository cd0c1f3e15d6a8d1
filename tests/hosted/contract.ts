/**
 * What the app relies on in a backend: requests of auth, REST, sync, storage and realtime with the answers of the embedded backend. The same requests
 * run against any Supabase project, and show where it differs.
 * Rule: only accounts that the contract itself created are changed.
 */
import { auth } from './auth-requests';
import { realtime, rest, storage, sync } from './data-requests';
import { AREAS, type Area, type Row, type Target, worldOf } from './world';

const areas = { auth, rest, sync, storage, realtime } satisfies Record<Area, Row[]>;

export interface Answer {
  area: Area;
  request: string;
  expected: string;
  got: string;
}

/** Runs the requests, one after the other. @returns all answers */
export async function runContract(target: Target, chosen: readonly Area[] = AREAS): Promise<Answer[]> {
  const world = await worldOf(target);
  const answers: Answer[] = [];
  for (const area of chosen)
    for (const [request, expected, run] of areas[area]) {
      const got = await run(world).catch(
        (error: unknown) => `failed: ${error instanceof Error ? error.message : error}`,
      );
      answers.push({ area, request, expected, got });
    }
  for (const { client } of [world.ani, world.boris]) await client.realtime.disconnect();
  return answers;
}
