/** Id of the one banner of a screen: the fields that it is about name it as their description. */
export const BANNER_ID = 'auth-banner';
