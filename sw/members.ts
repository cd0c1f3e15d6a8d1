/** The members of a parsed JSON object; none for any other value. */
export const membersOf = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? { ...value } : {};

/** Parses a stored JSON object; returns an empty object if the text is missing or damaged. */
export function parseMembers(text: string | null): Record<string, unknown> {
  try {
    return membersOf(JSON.parse(text ?? '{}'));
  } catch {
    return {};
  }
}
