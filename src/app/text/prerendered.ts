/** Shown on a prerendered screen that needs scripts. */
export const prerenderedText = {
  noScripts: 'Слой се нуждае от JavaScript, за да работи. Включете го и заредете страницата отново.',
} as const;
