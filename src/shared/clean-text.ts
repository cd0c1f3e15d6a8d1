/**
 * The form of every text that enters the product: composed (NFC) and without invisible characters. macOS file names and PDFs are decomposed, and
 * copied addresses carry zero-width and direction marks, so that equal texts would differ.
 */

/** Controls except tabs and line ends, soft hyphens, fillers, zero-width and direction marks. */
const REMOVED = [
  '\\u0000-\\u0008\\u000e-\\u001f\\u007f-\\u009f\\u00ad\\u034f\\u061c\\u115f\\u1160\\u17b4\\u17b5\\u180e',
  '\\u200b\\u200e\\u200f\\u202a-\\u202e\\u2060-\\u206f\\u3164\\ufeff\\uffa0',
].join('');
/** Scripts whose letters need joiners (Arabic to Mongolian), and emoji. */
const JOINED = '\\u0600-\\u109f\\u1780-\\u18af\\u2190-\\u2bff\\ufe0f\\u{1f000}-\\u{1faff}';

/** Matches invisible characters. Joiners stay in emoji and after letters of scripts that need them. */
export const INVISIBLE = new RegExp(`[${REMOVED}]|(?<![${JOINED}])[\\u200c\\u200d]`, 'gu');

/** Removes invisible characters and composes the text (NFC), as `sync.clean_text` does in SQL. */
export const cleanText = (text: string): string => text.replace(INVISIBLE, '').normalize('NFC');

/** Cleans all texts of a value; numbers, files and dates stay as they are. @returns the same value if all its texts are clean */
export function cleanTexts<T>(value: T): T {
  if (typeof value === 'string') return cleanText(value) as T;
  if (!Array.isArray(value) && Object.prototype.toString.call(value) !== '[object Object]') return value;
  const before = Object.entries(value as object);
  const after = before.map(([name, part]) => [name, cleanTexts(part)] as const);
  if (after.every(([, part], index) => part === before[index]?.[1])) return value;
  return (Array.isArray(value) ? after.map(([, part]) => part) : Object.fromEntries(after)) as T;
}
