// Times durable offline writes, one by one, compared with a hand-written outbox on Dexie. Then times the push of all these documents, compared
// with RxDB's own Supabase plugin.
import { check, launch, median, rotated, rounded, withFolder } from './stage.mjs';

const WRITES = 1_000;
const WRITE_ROUNDS = 2;
/** Documents that the journal and the stock plugin push before the measurement, so that the server is warm. */
const WARM_PUSH = 50;

/** The table for the stock plugin, which requires a modification time and a deleted flag. */
const stockTable = `
  create table public.bench_notes (id text primary key, kind text not null, at bigint not null, active_on date not null, data jsonb not null,
    owner uuid not null default auth.uid(), _deleted boolean not null default false, _modified timestamptz not null default now());
  alter table public.bench_notes enable row level security;
  grant select, insert, update on public.bench_notes to authenticated;
  create policy "own notes" on public.bench_notes for all to authenticated using (owner = (select auth.uid())) with check (owner = (select auth.uid()));
  create function public.bench_touch() returns trigger language plpgsql as 'begin new._modified := now(); return new; end';
  create trigger touch before update on public.bench_notes for each row execute function public.bench_touch();`;

const countOf = async (school, sql, uid) => Number((await school.ask('sql', sql, [uid]))[0].count);

export async function measureJournal(school) {
  await school.ask('script', stockTable);
  const [accounts, byHand] = [[], []];
  for (let n = 0; n < WRITE_ROUNDS; n++) {
    accounts.push(await school.ask('account', `journal-${n}`));
    byHand.push(await school.ask('account', `outbox-${n}`));
  }

  return withFolder(async (folder) => {
    const context = await launch(folder);
    const pageOf = async (name) => {
      const page = await context.newPage();
      await page.goto(`${school.url}/bench/${name}.html`);
      await page.waitForFunction('window.peer');
      return page;
    };
    const writes = { journal: [], outbox: [] };
    const pushes = { journal: [], stock: [], outbox: [] };

    for (const [round, { uid }] of accounts.entries()) {
      for (const [name, script] of rotated(
        [
          ['journal', 'journal-engine'],
          ['outbox', 'journal-outbox'],
        ],
        round,
      )) {
        const page = await pageOf(script);
        await page.evaluate(([who, count]) => window.peer.write(who, count), [`warm-${name}-${round}`, 50]);
        writes[name].push(await page.evaluate(([who, count]) => window.peer.write(who, count), [uid, WRITES]));
        await page.close();
      }
    }

    const newcomer = await school.ask('account', 'journal-warm');
    for (const script of ['journal-stock', 'journal-engine']) {
      const page = await pageOf(script);
      if (script === 'journal-engine')
        await page.evaluate(([who, count]) => window.peer.write(who, count), [newcomer.uid, WARM_PUSH]);
      await page.evaluate(([who, count]) => window.peer.push(who, count), [newcomer, WARM_PUSH]);
      await page.close();
    }
    const send = async (name, script, stored, account) => {
      const page = await pageOf(script);
      const {
        ms,
        rejected = 0,
        errors = [],
      } = await page.evaluate(([who, count]) => window.peer.push(who, count), [account, WRITES]);
      check(rejected === 0 && errors.length === 0, `${name}: ${rejected} rejected, ${errors.slice(0, 3).join('; ')}`);
      const count = await countOf(school, `select count(*) from ${stored} = $1`, account.uid);
      check(count === WRITES, `${name}: the server has ${count} of ${WRITES} documents`);
      pushes[name].push(ms);
      await page.close();
    };
    for (const [round, account] of accounts.entries()) {
      await send('journal', 'journal-engine', 'sync.journal where user_id', account);
      // The stock plugin runs only once, because it sends a thousand requests, whose times average out.
      if (round === 0) await send('stock', 'journal-stock', 'public.bench_notes where owner', account);
      await send('outbox', 'journal-outbox', 'sync.journal where user_id', byHand[round]);
    }
    await context.close();

    const compare = (what, times, peer, target) => {
      const [ours, theirs] = [median(times.journal), median(times[peer])];
      // The outbox is a lower bound, because it does not store the server's answers.
      const floor = peer === 'outbox' ? '' : `; outbox: ${(median(times.outbox) / theirs).toFixed(3)}`;
      return {
        what,
        measured: `${(ours / theirs).toFixed(3)} (${ours.toFixed(0)} / ${theirs.toFixed(0)} ms${floor})`,
        target: `≤ ${target}`,
        met: ours / theirs <= target,
        gate: false,
        figures: Object.fromEntries(Object.entries(times).map(([name, list]) => [name, list.map((ms) => rounded(ms))])),
      };
    };
    return [
      compare('1,000 durable offline writes: journal / Dexie with an outbox', writes, 'outbox', 1.5),
      compare('their push: engine in batches / stock Supabase plugin', pushes, 'stock', 0.15),
    ];
  });
}
