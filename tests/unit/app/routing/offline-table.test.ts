import { expect, test } from 'vitest';
import { routes } from '@/app/routing/routes';
import { sections } from '@/app/routing/sections';
import { titlePages } from '@/shared/paths';
import { cellOf, networkOf } from '../../../e2e/offline-cells';
import { devices, networks, situations, table } from '../../../e2e/offline-table';

// The offline matrix must be complete: a row for every screen of a learner, and texts in every cell.

/** Routes that are covered by the row of another route, because only the plan differs. */
const sameAs: Record<string, string> = { '/free-settings': '/settings' };
/** Public screens that have a row in the matrix although they need no account. */
const publicScreens = ['/offline-dashboard', '/certificate/:serial', '/model'];

test('every screen behind a learner’s sign-in has a row', () => {
  const isTitlePage = (path: string) => titlePages.some((page) => path === `/${page}` || path === `/dashboard/${page}`);
  const needed = routes
    .filter(({ guard, path }) => (guard === 'login' || guard === 'subscriber') && !isTitlePage(path))
    .map(({ path }) => sameAs[path] ?? path);
  const rows = new Set(table.map(({ route }) => route));
  expect([...needed, ...publicScreens].filter((path) => !rows.has(path))).toEqual([]);
  expect(table.filter(({ route }) => !routes.some(({ path }) => path === route)).map(({ screen }) => screen)).toEqual(
    [],
  );
});

test('every dashboard section has a row', () => {
  const rows = new Set(table.flatMap(({ section }) => section ?? []));
  expect(sections.map(({ id }) => id).filter((id) => !rows.has(id))).toEqual([]);
});

test('every section that a learner can open online is on the offline home', () => {
  expect(sections.filter(({ id, offline }) => id !== 'home' && !offline)).toEqual([]);
});

test('the matrix has 180 cells; each names what works, where it leads, and the possible texts of the chip', () => {
  const cells = table.flatMap((row, index) =>
    situations.flatMap((situation) =>
      devices.flatMap((device) => cellOf(row, { device, situation, network: networkOf(index, device, situation) })),
    ),
  );
  expect(cells).toHaveLength(180);
  for (const { at, works } of cells) {
    expect(at).toMatch(/^\//);
    expect(works.length).toBeGreaterThan(0);
  }
  expect(cells.filter(({ chip }) => chip?.test('Синхронизирано'))).toHaveLength(50);
});

test('every screen is tested with all four kinds of "no network" in each situation', () => {
  for (const [index, { screen }] of table.entries()) {
    const met = devices.flatMap((device) => situations.map((at) => networkOf(index, device, at)));
    expect(new Set(met).size, screen).toBe(networks.length);
  }
});
