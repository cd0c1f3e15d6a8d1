// Devices that write notes as fast as the servers acknowledge them, and a reader that looks for every acknowledged one.
import { setTimeout as after } from 'node:timers/promises';
import { LOCAL_PUBLISHABLE_KEY } from '../../src/shared/product';

const WRITERS = 4;

type Page = { rows: { kind: string; id: string }[]; seq: number; more: boolean }[];

export async function writeNotes(base: string, ends: number) {
  const wrong: string[] = [];
  const acknowledged = new Set<string>();

  /** Repeats a request until a server answers it. @returns undefined after a wrong answer */
  async function call(path: string, body: object, token?: string): Promise<unknown> {
    for (;;) {
      const answer = await fetch(base + path, {
        method: 'POST',
        headers: {
          apikey: LOCAL_PUBLISHABLE_KEY,
          'content-type': 'application/json',
          ...(token ? { authorization: `Bearer ${token}` } : {}),
        },
        body: JSON.stringify(body),
      }).catch(() => undefined);
      const text = await answer?.text().catch(() => undefined);
      if (answer?.ok && text !== undefined) return JSON.parse(text);
      if (answer && answer.status !== 502 && !answer.ok) {
        wrong.push(`${path}: ${answer.status} ${text}`);
        return undefined;
      }
      await after(200);
    }
  }

  const signIn = async () =>
    (await call('/auth/v1/token?grant_type=password', { email: 'premium@sloy.test', password: 'Sloy-2026!' })) as {
      access_token: string;
      user: { id: string };
    };
  const { access_token: token, user } = await signIn();
  const pull = async (scope: string, seq: number) =>
    (
      (await call('/rest/v1/rpc/sync_pull', { p_cursors: [{ scope, seq }], p_limit: 1000 }, token)) as Page | undefined
    )?.[0];
  const lesson = (await pull('public', 0))?.rows.find(({ kind }) => kind === 'videos')?.id;

  const write = async (writer: number) => {
    const session = await signIn();
    for (let n = 0; Date.now() < ends; n += 1) {
      const id = `note/${writer}0000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
      const at = Date.now();
      const data = { video_id: lesson, versions: [{ at, text: `Бележка ${n}`, position: 1, deleted: false }] };
      const doc = { id, kind: 'note', at, active_on: new Date(at).toISOString().slice(0, 10), rev: 0, data };
      const answers = await call('/rest/v1/rpc/sync_push', { p_docs: [doc] }, session.access_token);
      const [{ status }] = (answers ?? [{}]) as [{ status?: string }];
      if (status === 'applied' || status === 'same') acknowledged.add(id);
      else wrong.push(`${id}: ${JSON.stringify(answers)}`);
    }
  };
  await Promise.all(Array.from({ length: WRITERS }, (_, n) => write(n + 1)));

  const stored = new Set<string>();
  for (let seq = 0, more = true; more; ) {
    const page = await pull(`journal:${user.id}`, seq);
    for (const { id } of page?.rows ?? []) stored.add(id);
    seq = page?.seq ?? seq;
    more = page?.more ?? false;
  }
  return { acknowledged: acknowledged.size, lost: [...acknowledged].filter((id) => !stored.has(id)), wrong };
}
