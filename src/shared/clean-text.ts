/**
 * The form of every text that enters the product: composed (NFC) and without invisible characters. macOS file names and PDFs are decomposed, and
 * copied addresses carry zero-width and direction marks, so that equal texts would differ.
 */

/** Controls except tabs and line ends, soft hyphens, fillers and blanks, zero-width and direction marks, variation selectors, tags, marks of annotations and notation. */
const REMOVED = [
  '\\u0000-\\u0008\\u000e-\\u001f\\u007f-\\u009f\\u00ad\\u034f\\u061c\\u115f\\u1160\\u17b4\\u17b5\\u180b-\\u180f',
  '\\u200b\\u200e\\u200f\\u202a-\\u202e\\u2060-\\u206f\\u2800\\u3164\\ufe00-\\ufe0e\\ufeff\\uffa0\\ufff0-\\ufffc',
  '\\u{1bca0}-\\u{1bca3}\\u{1d173}-\\u{1d17a}\\u{e0000}-\\u{e0fff}',
].join('');
/**
 * Emoji, and characters that U+FE0F displays as emoji.
 * Rule: cleaning must not remove or change a character of this class or of JOINED; otherwise a second cleaning could change the text again.
 */
const EMOJI =
  '\\u00a9\\u00ae\\u203c\\u2049\\u2122\\u2139\\u2190-\\u2328\\u232b-\\u27ff\\u2900-\\u2adb\\u2add-\\u2bff\\u3030\\u303d\\u3297\\u3299\\u{1f000}-\\u{1faff}';
/** Scripts whose letters need joiners (Arabic to Mongolian), and emoji. */
const JOINED = `\\u0600-\\u061b\\u061d-\\u109f\\u1780-\\u17b3\\u17b6-\\u180a\\u1810-\\u18af${EMOJI}`;

/** Matches invisible characters. U+FE0F stays in emoji and keycaps, joiners in emoji and after letters of scripts that need them. */
export const INVISIBLE = new RegExp(
  `[${REMOVED}]|(?<![${JOINED}]\\ufe0f?)[\\u200c\\u200d]|(?<![${EMOJI}])\\ufe0f(?!\\u20e3)`,
  'gu',
);

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
