/** A certificate is issued once and again on request, a revocation is final, and the public reads only the documented fields. */
import { describe, expect, it } from 'vitest';
import { type Actor, anon, as, tryAs } from '../helpers/database';
import { admin, certificate, free, other, premium, pro, serial, tests } from '../helpers/school';
import { schoolDatabase } from '../helpers/school-database';

const { get, one, query, run } = schoolDatabase();

interface Issued {
  serial: string;
  name: string;
  title: string;
  issued_at: Date;
  status_index: string;
  seal: string | null;
  revoked_at: Date | null;
  reason: string | null;
}
const issuedTo = ({ uid }: { uid: string }) =>
  query<Issued>(`select * from public.issued_certificates where user_id = '${uid}' order by status_index`);
const answerFor = async (text: string) =>
  (await one<{ answer: Record<string, unknown> | null }>(`select public.issued_certificate('${text}') as answer`))
    ?.answer;
const rename = ({ uid }: { uid: string }, name: string) =>
  run(`update public.profiles set full_name = '${name}' where id = '${uid}'`);
const earn = ({ uid }: { uid: string }, day: string) =>
  run(`insert into public.test_results (id, user_id, test_id, score, passed, completed_at)
    values (gen_random_uuid(), '${uid}', '${tests.basic}', 100, true, '${day}T10:00:00Z');
    select sync.request('recount_all', '${uid}', 'account:${uid}')`);
const projected = async ({ uid }: { uid: string }) =>
  (
    await one<{ body: Record<string, unknown> }>(
      `select body from sync.feed where scope = 'account:${uid}' and kind = 'certificate_progress' and row_id = '${certificate}'`,
    )
  )?.body;
const codeOf = (actor: Actor, sql: string) =>
  tryAs(get(), actor, (session) => session.query(sql)).then(
    () => 'done',
    (error: { code?: string; message: string }) => (error.code === 'P0001' ? error.message : error.code),
  );

const reissueSql = `select public.reissue_certificate('${certificate}') as serial`;
/** @returns the serial of the valid document */
const reissue = async (actor: Actor) =>
  (await as(get(), actor, (session) => session.query<{ serial: string }>(reissueSql)))[0]?.serial;

describe('a certificate', () => {
  it('is issued with a serial when it is earned, and reaches the devices of its account', async () => {
    await rename(premium, ' Иван Петров ');
    await earn(premium, '2026-11-02');
    const [row, ...more] = await issuedTo(premium);
    expect(more).toEqual([]);
    expect(row).toMatchObject({ name: 'Иван Петров', title: 'Сертификат', revoked_at: null, seal: null });
    expect(row?.issued_at).toEqual(new Date('2026-11-02T10:00:00Z'));
    expect(row?.serial).toMatch(/^[0-9A-HJKMNP-TV-Z]{4}(-[0-9A-HJKMNP-TV-Z]{4}){3}$/);
    expect(await projected(premium)).toMatchObject({ serial: row?.serial, issued_name: 'Иван Петров', seal: null });
  });

  it('is issued once, however often the progress is counted', async () => {
    const before = await issuedTo(premium);
    await run(`select sync.request('recount_all', '${premium.uid}', 'account:${premium.uid}')`);
    expect(await issuedTo(premium)).toEqual(before);
  });

  it('keeps its title when the definition’s title changes', async () => {
    await run(`update public.certificates set title = 'Друго' where id = '${certificate}'`);
    expect((await issuedTo(premium))[0]?.title).toBe('Сертификат');
    await run(`update public.certificates set title = 'Сертификат' where id = '${certificate}'`);
  });

  it('keeps its drawing when the template is replaced, deactivated or moved to the trash', async () => {
    const drawing = {
      title: 'Сертификат',
      template_url: null,
      name_position: { x: 50, y: 50 },
      name_font_size: 24,
      name_font_color: '#000000',
    };
    expect(await projected(premium)).toMatchObject({ drawing });
    await run(`update public.certificates set title = 'Друго', template_url = '/new.png', name_font_size = 60,
      name_position = '{"x": 10, "y": 10}' where id = '${certificate}'`);
    await run(`select sync.request('recount_all', '${premium.uid}', 'account:${premium.uid}')`);
    expect(await projected(premium)).toMatchObject({ drawing });
    await run(`update public.user_certificates set drawing = '{}' where user_id = '${premium.uid}'`);
    await run(`update public.certificates set is_active = false, deleted_at = now() where id = '${certificate}'`);
    expect(await projected(premium)).toMatchObject({ drawing, completed: true });
    await run(`update public.certificates set title = 'Сертификат', template_url = null, name_font_size = 24,
      name_position = '{"x": 50, "y": 50}', is_active = true, deleted_at = null where id = '${certificate}'`);
  });

  it('of an account without a name is issued when the account gets one', async () => {
    await run(`update public.profiles set full_name = null where id = '${other.uid}'`);
    await earn(other, '2026-11-03');
    expect(await issuedTo(other)).toEqual([]);
    await rename(other, 'Мария');
    expect(await issuedTo(other)).toMatchObject([{ name: 'Мария', revoked_at: null }]);
  });

  it('keeps its name when the profile gets another one, and gets that one on request: the old serial is revoked', async () => {
    const before = await issuedTo(premium);
    await rename(premium, 'Иван П. Петров');
    expect(await issuedTo(premium)).toEqual(before);
    const given = await reissue(premium);
    const [old, fresh, ...more] = await issuedTo(premium);
    expect(more).toEqual([]);
    expect(old).toMatchObject({ serial: before[0]?.serial, name: 'Иван Петров', reason: 'renamed' });
    expect(fresh).toMatchObject({ name: 'Иван П. Петров', revoked_at: null, issued_at: before[0]?.issued_at });
    expect(given).toBe(fresh?.serial);
    expect(given).not.toBe(before[0]?.serial);
    expect(await projected(premium)).toMatchObject({ serial: fresh?.serial, revoked_at: null });
    expect(await answerFor(before[0]?.serial ?? '')).toMatchObject({ status: 'revoked' });
    expect(await reissue(premium)).toBe(fresh?.serial);
    expect(await issuedTo(premium)).toHaveLength(2);
  });

  it.each([
    ['an emptied name', "full_name = ''"],
    ['spaces around the name', "full_name = '  Иван П. Петров '"],
    ['another city', "location = 'Варна'"],
  ])('is not replaced by %s', async (_, change) => {
    const before = await issuedTo(premium);
    await run(`update public.profiles set ${change} where id = '${premium.uid}'`);
    expect(await issuedTo(premium)).toEqual(before);
    await rename(premium, 'Иван П. Петров');
    expect(await reissue(premium)).toBe(before.at(-1)?.serial);
    expect(await issuedTo(premium)).toEqual(before);
  });

  it('is issued again at most three times a year; a hundred names make no hundred documents', async () => {
    const valid = async () => (await issuedTo(other)).filter(({ revoked_at }) => revoked_at === null);
    for (let n = 1; n <= 100; n += 1) await rename(other, `Мария ${n}`);
    expect(await issuedTo(other)).toHaveLength(1);
    for (let n = 1; n <= 3; n += 1) {
      await rename(other, `Мария П. ${n}`);
      await reissue(other);
    }
    await rename(other, 'Мария П. 4');
    expect(await codeOf(other, reissueSql)).toBe('too_many');
    expect(await valid()).toMatchObject([{ name: 'Мария П. 3' }]);
    await run(`update public.issued_certificates set revoked_at = revoked_at - interval '1 year'
      where user_id = '${other.uid}' and reason = 'renamed'`);
    await reissue(other);
    expect(await valid()).toMatchObject([{ name: 'Мария П. 4' }]);
  });

  it('of another account, or not earned, cannot be issued again', async () => {
    expect(await codeOf(free, reissueSql)).toBe('not_found');
    expect(await codeOf(anon, reissueSql)).toBe('42501');
  });
});

describe('the signatures', () => {
  it('are stored once and never overwritten', async () => {
    const due = await one<{ list: { serial: string; email: string; date: string }[] }>(
      'select public.certificates_to_sign() as list',
    );
    expect(due?.list.find((entry) => entry.serial === serial)).toMatchObject({
      ...{ email: pro.email, date: '2026-10-01', description: 'Умее да печата.' },
    });
    await run(`select public.add_certificate_keys('[{"kid": "key-one-1", "alg": "EdDSA"}]')`);
    const sign = async (seal: string) =>
      (await one<{ ok: boolean }>(`select public.sign_certificate('${serial}', '${seal}', 'c', 'key-one-1') as ok`))
        ?.ok;
    expect([await sign('one'), await sign('two')]).toEqual([true, false]);
    expect((await issuedTo(pro))[0]?.seal).toBe('one');
    const left = await one<{ list: { serial: string }[] }>('select public.certificates_to_sign() as list');
    expect(left?.list.map((entry) => entry.serial)).not.toContain(serial);
  });

  it('are rejected with a private key in the table of public keys', async () => {
    const added = run(`select public.add_certificate_keys('[{"kid": "key-two-2", "alg": "EdDSA", "d": "secret"}]')`);
    await expect(added).rejects.toThrow(/check constraint/);
  });
});

describe('revoking', () => {
  const revoke = `select public.revoke_certificate('${serial}', 'Грешка')`;

  it('is allowed to administrators only, and requires a reason', async () => {
    for (const stranger of [anon, free, pro, premium]) expect(await codeOf(stranger, revoke)).toBe('42501');
    expect(await codeOf(admin, `select public.revoke_certificate('${serial}', ' ')`)).toBe('reason_needed');
    expect(await codeOf(admin, revoke)).toBe('done');
  });

  it('is final: the public answer shows it without the content, and a new name does not restore the certificate', async () => {
    expect(await answerFor(serial)).toMatchObject({ status: 'valid', name: 'Петя Про', date: '2026-10-01' });
    await run(`update public.issued_certificates set revoked_at = now(), reason = 'Грешка' where serial = '${serial}'`);
    expect(Object.keys((await answerFor(serial)) ?? {}).toSorted()).toEqual(['revoked_at', 'serial', 'status']);
    await earn(pro, '2026-11-04');
    await rename(pro, 'Ново Име');
    expect(await issuedTo(pro)).toMatchObject([{ serial, reason: 'Грешка' }]);
    expect(await projected(pro)).toMatchObject({ serial, completed: true });
  });
});

describe('the public answer', () => {
  it('is empty for an unknown serial', async () => {
    expect(await answerFor('0000-0000-0000-0000')).toBeNull();
    expect(await answerFor("' or true --".replaceAll("'", "''"))).toBeNull();
  });

  it('is empty for an erased account, whose serial stays in the status list without a name', async () => {
    const [row] = await issuedTo(other);
    await run(`delete from auth.users where id = '${other.uid}'`);
    expect(await answerFor(row?.serial ?? '')).toBeNull();
    expect(
      await one(`select name, user_id, reason from public.issued_certificates where serial = '${row?.serial}'`),
    ).toEqual({ name: '', user_id: null, reason: 'erased' });
    const revoked = await one<{ list: number[] }>('select public.revoked_certificate_indexes() as list');
    expect(revoked?.list).toContain(Number(row?.status_index));
  });
});
