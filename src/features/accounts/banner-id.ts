/** Id of the message banner; a screen has only one. Fields whose error text is in the banner refer to it with `aria-describedby`. */
export const BANNER_ID = 'auth-banner';
