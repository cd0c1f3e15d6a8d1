/** Line numbers for messages about model files that are text. Pure. */

/** The line (from 1) of a place in a text; without `at`, the last line. */
export const lineAt = (text: string, at = text.length) => text.slice(0, at).split(/\r\n?|\n/).length;
