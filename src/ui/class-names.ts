/** Joins class names with spaces and omits empty ones. */
export const classNames = (...names: (string | false | null | undefined)[]) => names.filter(Boolean).join(' ');
