/** A page with nothing open. */
export {};
