/**
 * The figures of this process, which /metrics serves (server/ops/metrics-route.ts).
 * Rule: labels have few values (operations, statuses, names of jobs); never an account, an address or a URL.
 */
import { Counter, Gauge, Histogram } from 'prom-client';

/** Upper bounds of durations (s). */
const buckets = [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

export const httpRequests = new Counter({
  name: 'sloy_http_requests_total',
  help: 'Answered requests.',
  labelNames: ['operation', 'status'],
});
export const httpSeconds = new Histogram({
  name: 'sloy_http_request_seconds',
  help: 'Time until the head of an answer was sent.',
  labelNames: ['operation'],
  buckets,
});
export const pushedDocs = new Counter({
  name: 'sloy_sync_push_docs_total',
  help: 'Documents of sync_push and send_forms by the status of their answer.',
  labelNames: ['status'],
});
export const databaseWait = new Histogram({
  name: 'sloy_database_queue_wait_seconds',
  help: 'Time that a unit of work waited for the only session of the embedded database.',
  buckets,
});
export const openSockets = new Gauge({ name: 'sloy_realtime_sockets', help: 'Open realtime connections.' });
export const jobLastRun = new Gauge({
  name: 'sloy_job_last_run_timestamp_seconds',
  help: 'End of the last run of a background job in this process.',
  labelNames: ['job', 'result'],
});
export const jobSeconds = new Gauge({
  name: 'sloy_job_duration_seconds',
  help: 'Length of the last run of a background job in this process.',
  labelNames: ['job'],
});
export const jobFailures = new Counter({
  name: 'sloy_job_failures_total',
  help: 'Failed runs of a background job in this process.',
  labelNames: ['job'],
});
export const securityEvents = new Counter({
  name: 'sloy_security_events_total',
  help: 'Security events, as in the log.',
  labelNames: ['event'],
});
export const clientErrors = new Counter({ name: 'sloy_client_errors_total', help: 'Errors that apps reported.' });
