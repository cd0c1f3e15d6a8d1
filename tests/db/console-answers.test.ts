/** The console's schemas accept what the database's functions and content tables answer. */
import * as v from 'valibot';
import { afterAll, beforeAll, expect, it } from 'vitest';
import * as answers from '@/features/console-kit/requests/answers';
import {
  certificateWithRequirements,
  contentRows,
  courseRow,
  fullQuiz,
  templateRow,
} from '@/features/console-kit/requests/rows';
import { as, openDatabase, type TestDatabase } from '../helpers/database';
import { accounts, buildSchool, certificate, courses, tests, videos } from '../helpers/school';

const newId = '00000000-0000-4000-8000-0000000000c1';

/** Calls of a super administrator: the expression, and the schema of its answer. */
const calls: [string, v.GenericSchema][] = [
  ['sync_users()', answers.usersSync],
  ['admin_users()', answers.userPage],
  ['admin_people_counts()', answers.peopleCounts],
  ['reported_comments()', answers.reportedPage],
  ['admin_contact_requests()', answers.contactPage],
  ['admin_payments()', answers.paymentPage],
  ['admin_dashboard()', answers.dashboardFigures],
  ['admin_activity()', answers.activity],
  ['admin_registrations()', answers.registrationPage],
  ['admin_sends()', answers.sendPage],
  ['admin_issued()', answers.issuedPage],
  ['admin_client_errors()', answers.errorsPage],
  [`course_checklist('${courses.free}')`, answers.checklist],
  [`video_statistics('${videos.basic}')`, answers.videoStatistics],
  [`test_statistics('${tests.basic}')`, answers.quizStatistics],
  [`preview_course('${courses.draft}', 'pro')`, answers.previewRows],
  [`note_editing('courses', '${courses.free}')`, answers.otherEditors],
  [`set_user_plan('${accounts.free.uid}', true, false)`, answers.userRow],
  [`save_course('${courses.free}', 1, '{"title": "Друг"}')`, courseRow],
  [`duplicate_course('${courses.basic}', '${newId}')`, courseRow],
  [`save_template('${courses.free}', '${newId}', 'Нов')`, templateRow],
  [`save_test('${tests.free}', 1, '{}')`, fullQuiz],
  [`save_certificate('${certificate}', 1, '{}', '[]')`, certificateWithRequirements],
  ['admin_audit_entries()', answers.auditPage],
  ['admin_trash()', answers.trashPage],
];

let database: TestDatabase;
beforeAll(async () => {
  database = await openDatabase();
  await buildSchool(database);
}, 120_000);
afterAll(() => database.close());

const problemOf = (schema: v.GenericSchema, answer: unknown) => {
  const { success, issues } = v.safeParse(schema, answer);
  return success ? undefined : `${v.getDotPath(issues[0])}: ${issues[0].message}`;
};

it('each function of the console answers what its schema describes', async () => {
  const problems: string[] = [];
  let empty = 0;
  for (const [expression, schema] of calls) {
    const [row] = await as(database, { role: 'authenticated', uid: accounts.superAdmin.uid }, (session) =>
      session.query<{ answer: unknown }>(`select public.${expression} as answer`),
    );
    const problem = problemOf(schema, row?.answer);
    if (problem) problems.push(`${expression}: ${problem}`);
    if (JSON.stringify(row?.answer).includes('"rows":[]')) empty += 1;
  }
  expect(problems).toEqual([]);
  expect(empty).toBeLessThanOrEqual(2);
});

it('each content table has rows of its schema', async () => {
  for (const [table, schema] of Object.entries(contentRows)) {
    const rows = await database.query<{ body: unknown }>(`select to_jsonb(t) as body from public.${table} t`);
    expect(rows.length, table).toBeGreaterThan(0);
    for (const { body } of rows) expect(problemOf(schema, body), table).toBeUndefined();
  }
});
