/** A page that opens no database. */
export {};
