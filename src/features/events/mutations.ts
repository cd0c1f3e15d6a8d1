import { writeJournal } from '@sync';

/**
 * Registers for an event or cancels the registration. The device stores the request; the server decides, because it counts the seats.
 * @throws Error 'User not authenticated' when nobody is signed in, or the storage's own error
 */
export const setRegistration = (eventId: string, registered: boolean) =>
  writeJournal('registration', eventId, () => ({ event_id: eventId, registered }));
