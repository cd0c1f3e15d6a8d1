/**
 * Language of a text for screen readers: some texts of the specification are English; the page's language is Bulgarian.
 */
export const langOf = (words: string) => (/[а-я]/i.test(words) || !/[a-z]{3}/.test(words) ? undefined : 'en');
