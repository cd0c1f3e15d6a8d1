/** Requests that end before they were sent completely: a client in a tunnel, a closed tab. They are no fault of the server. */
import type { IncomingMessage } from 'node:http';

/** Status of such a request in the log, as nginx calls it; nobody receives it. */
export const CUT_STATUS = 499;

/** The answer to a cut request, which only ends its handling; undefined if the client sent the whole request. */
export const answerToCut = (incoming: IncomingMessage | undefined): Response | undefined =>
  incoming?.destroyed && !incoming.complete ? new Response(null, { status: CUT_STATUS }) : undefined;
