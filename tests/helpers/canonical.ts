/** JSON without spaces and with its keys sorted by `compareText`, as `sync.canonical` in SQL. */
import { compareText } from '@/shared/text-order';

export function canonical(value: unknown): string {
  if (typeof value === 'number' && Number.isFinite(value)) return String(value);
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  let text = '';
  if (Array.isArray(value)) {
    for (const item of value) text += `${text && ','}${canonical(item)}`;
    return `[${text}]`;
  }
  const members = value as Record<string, unknown>;
  for (const key of Object.keys(members).sort(compareText)) {
    const member = members[key];
    if (member !== undefined) text += `${text && ','}${JSON.stringify(key)}:${canonical(member)}`;
  }
  return `{${text}}`;
}

export function compareJson(a: unknown, b: unknown): number {
  return compareText(canonical(a), canonical(b));
}
