const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** The course id of the upload wizard: a UUID stays, any other id is padded to one (specification 3 §5). */
export const paddedCourseId = (id: string): string =>
  UUID.test(id) ? id : `00000000-0000-0000-0000-${id.slice(-12).padStart(12, '0')}`;
