/** Id of a screen's only banner. The fields that its message is about refer to it with `aria-describedby`. */
export const BANNER_ID = 'auth-banner';
