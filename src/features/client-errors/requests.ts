import { buildCommit } from '@/device/build-commit';
import { routePattern } from '@/device/route-pattern';
import { serviceUrl } from '@/device/service/requests';
import { type ClientError, reportableMessage, reportableStack } from '@/shared/client-error';
import { readStored, writeStored } from '@/shared/local-storage';
import { ERROR_REPORTED_KEY } from '@/shared/names';

// Sends the first error of a session to the service, without an account. A report that does not arrive is sent once more when the network returns,
// and is lost with the page: an error must never be stored beside a learner's documents.

const TIMEOUT_MS = 15_000;
/** Errors of the network, of a cancelled request and of a full disk: screens handle them, and they would hide the session's real error. */
const EXPECTED_NAME =
  /^(AbortError|TimeoutError|NetworkError|QuotaExceededError|TransportError|ServiceError|ConsoleError)$/;
const EXPECTED_MESSAGE = /failed to fetch|load failed|networkerror|module script|dynamically imported module/i;

/** The report of an error; undefined for an error that is expected, or that is not of our own code. */
export function reportOf(error: Error): ClientError | undefined {
  const { name, message, stack: trace = '' } = error;
  if (EXPECTED_NAME.test(name) || EXPECTED_MESSAGE.test(message)) return undefined;
  const stack = reportableStack(trace);
  // Some engines give a DOMException no places. Places that are all outside our code are those of a browser extension or of the developer tools.
  if (!stack && /:\d+:\d+/.test(trace)) return undefined;
  return {
    build: buildCommit(),
    message: reportableMessage(`${name}: ${message}`),
    route: routePattern(location.pathname),
    stack,
  };
}

let reported = false;

/** Sends the report of an error, unless this session has sent one. Never rejects. */
export async function sendReport(error: Error): Promise<void> {
  if (reported || readStored(ERROR_REPORTED_KEY, () => sessionStorage)) return;
  const report = reportOf(error);
  if (!report) return;
  reported = true;
  writeStored(ERROR_REPORTED_KEY, '1', () => sessionStorage);
  const send = async () => {
    await fetch(`${await serviceUrl()}/client-errors`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(report),
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
      keepalive: true,
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
  };
  await send().catch(() => addEventListener('online', () => void send().catch(() => undefined), { once: true }));
}
