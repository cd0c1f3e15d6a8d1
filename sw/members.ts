/** The members of a stored JSON object; none for a missing or damaged one. */
export function membersOf(text: string | null): Record<string, unknown> {
  try {
    return { ...JSON.parse(text ?? '{}') };
  } catch {
    return {};
  }
}
