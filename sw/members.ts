/** Parses a stored JSON object; returns an empty object if the text is missing or damaged. */
export function membersOf(text: string | null): Record<string, unknown> {
  try {
    return { ...JSON.parse(text ?? '{}') };
  } catch {
    return {};
  }
}
