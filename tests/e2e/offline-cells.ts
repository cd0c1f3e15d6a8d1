import {
  type Cell,
  type Device,
  devices,
  type Network,
  networks,
  type Place,
  type Row,
  type Situation,
} from './offline-table';

/** Computes the cells of the offline matrix from the rows of its table. */

/** Texts of the open screen before the network is lost. */
export const opensWith = (row: Row, device: Device): readonly string[] =>
  row.opensWith ??
  (typeof row.works === 'function' ? row.works({ device, situation: 'lost', network: 'offline' }) : row.works);

/** Expected text of the sync chip. On a cold start, the chip may still show "preparing", but must not show a better state than the real one. */
const chipOf = ({ network, situation }: Place, queues: boolean): RegExp => {
  const starts = situation === 'cold' ? '|Подготвя се' : '';
  const states = {
    offline: 'Офлайн',
    down: 'Сървърът не отговаря',
    // The screen's own writes, such as a read mark, may already be pending.
    silent: 'Синхронизира се|Подготвя се|\\d+ чака',
    portal: 'Сървърът не отговаря',
  };
  if (!queues) return new RegExp(`^(${states[network]}${starts})`);
  return network === 'silent' ? /чака/ : new RegExp(`^(${states[network]}).*чака`);
};

/** The cell of a row: the expected URL, texts and sync chip. */
export function cellOf(row: Row, place: Place): Cell {
  const { device, situation, network } = place;
  const { act, inApp, afterReturn, waits } = row;
  const hasChip = typeof row.hasChip === 'function' ? row.hasChip(device) : row.hasChip !== false;
  const works = typeof row.works === 'function' ? row.works(place) : row.works;
  const lost = waits?.({ ...place, situation: 'lost' }) ?? [];
  const own = row.address === '/check' ? '/dashboard' : row.address;
  const at = situation === 'cold' ? own : (row.openedAt ?? own);
  if (situation === 'back') {
    const moved = afterReturn && (afterReturn.after ?? network) === network ? afterReturn : undefined;
    const shows = { at: moved?.at ?? at, works: moved?.works ?? [...works, ...(act?.works ?? [])] };
    return {
      ...shows,
      waits: [],
      // If this kind of "no network" causes no redirect, a screen with `afterReturn` keeps its texts about the missing network, so omit them here.
      gone: [...(afterReturn && !moved ? [] : lost), ...(act?.waits ?? [])],
      chip: hasChip ? /^Синхронизирано$/ : undefined,
    };
  }
  const chip = hasChip ? chipOf(place, situation === 'lost' && act?.queues === true) : undefined;
  if (situation === 'lost')
    return { at, works: [...works, ...(act?.works ?? [])], waits: [...lost, ...(act?.waits ?? [])], gone: [], chip };
  if (device === 'app' && network === 'offline' && inApp) return { ...inApp, waits: [], gone: [], chip };
  return { at, works, waits: waits?.(place) ?? [], gone: [], chip };
}

/** The one kind of "no network" with which the gate tests a cell. To save time, the four kinds are spread over the cells. */
export function networkOf(row: number, device: Device, situation: Situation): Network {
  // An installed app redirects to the offline home only if the browser reports being offline at the start.
  if (device === 'app' && situation === 'cold') return 'offline';
  const turn = (row + devices.indexOf(device) + (situation === 'cold' ? 2 : 0)) % networks.length;
  return networks[turn] as Network;
}
