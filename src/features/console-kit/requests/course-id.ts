const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** False for an id that is not a UUID. The server rejects such an id as malformed, so no row has it. */
export const isUuid = (id: string): boolean => UUID.test(id);

/** Converts the course id of the upload wizard to a UUID: a UUID stays as it is, any other id is padded (specification 3 §5). */
export const paddedCourseId = (id: string): string =>
  isUuid(id) ? id : `00000000-0000-0000-0000-${id.slice(-12).padStart(12, '0')}`;
