import { backendConfig } from './env';

/** The address of a picture in a row: an https URL, a path of this server, or a key of the public bucket `images`. */
export const publicImageUrl = (stored: string): string =>
  /^(https:|\/)/i.test(stored)
    ? stored
    : `${backendConfig(location.origin).url}/storage/v1/object/public/images/${stored.split('/').map(encodeURIComponent).join('/')}`;
