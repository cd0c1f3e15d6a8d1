import { afterEach, expect, test, vi } from 'vitest';
import { endOf as planEnd, fieldsOf as planFields } from '@/features/accounts/console/plan-fields';
import type { UserRow } from '@/features/console-kit/requests/answers';
import { blankEvent, inputOf, storedFields } from '@/features/events/console/event-fields';
import { endOf as grantEnd, fieldsOf as grantFields } from '@/features/notifications/console/grant-fields';
import { person } from './console-rows';

afterEach(() => vi.unstubAllEnvs());

const row: UserRow = { ...person, plan: 'pro', granted_plan: 'pro' };
const days = ['2026-12-28', '2027-03-27', '2027-03-28', '2027-10-30', '2027-10-31', '2028-02-29'];

test.each(['Europe/Sofia', 'UTC', 'America/Los_Angeles'].flatMap((zone) => days.map((day) => [day, zone] as const)))(
  'the date %s in the forms of plans, grants and events survives 20 saves on a device in %s',
  (day, zone) => {
    vi.stubEnv('TZ', zone);
    let plan = row;
    let grant = row;
    let event = { ...blankEvent(), start_date: `${day}T00:30`, end_date: `${day}T23:59` };
    plan = { ...plan, granted_until: planEnd({ ...planFields(plan), until: day }, plan) };
    grant = { ...grant, granted_until: grantEnd(day) };
    expect([plan.granted_until, grant.granted_until]).toEqual([
      grant.granted_until,
      expect.stringMatching(/T2[12]:00:00/),
    ]);
    for (let save = 0; save < 20; save += 1) {
      plan = { ...plan, granted_until: planEnd(planFields(plan), plan) };
      grant = { ...grant, granted_until: grantEnd(grantFields(grant).until) };
      event = inputOf({
        ...storedFields(event),
        ...{ id: 'e', row_version: save, deleted_at: null, created_at: '', current_participants: 0 },
      });
    }
    expect([planFields(plan).until, grantFields(grant).until]).toEqual([day, day]);
    expect(event).toMatchObject({ start_date: `${day}T00:30`, end_date: `${day}T23:59` });
  },
);
