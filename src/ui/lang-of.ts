/**
 * The `lang` of a text for screen readers: 'en' for English texts of the specification, undefined for the page's own language, Bulgarian.
 */
export const langOf = (words: string) => (/[а-я]/i.test(words) || !/[a-z]{3}/.test(words) ? undefined : 'en');
