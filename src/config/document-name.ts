/** The file in dist of a prerendered page. A static host that omits `.html` serves it at this URL without configuration. */
export const documentName = (path: string) => `${path.slice(1) || 'landing'}.html`;
