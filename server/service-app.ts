// The service on the second port (`PAYMENTS_PORT`, 4242), composed of modules. The specification sets the URL; docs/api.md lists the routes.
import { type Context, Hono } from 'hono';
import { cors } from 'hono/cors';
import { secureHeaders } from 'hono/secure-headers';
import { type Billing, openBilling } from './billing/billing';
import { billingModule } from './billing/billing-module';
import { certificatesModule } from './certificates/certificates-module';
import type { CertificateSigning } from './certificates/signing';
import { clientErrorsModule } from './client-errors/client-errors-module';
import { BODY_BYTES, bodyWithin, fail, type GuardOptions, guardsOf, type ServiceEnv } from './http/guards';
import { noFraming } from './http/no-framing';
import { fontRoutes } from './http/page-fonts';
import { plainRequest } from './http/plain-request';
import { type Call, DatabaseError } from './http/service-client';
import { isAllowedOrigin, type OriginOptions, originsOf, type ServiceModule } from './http/service-module';
import { transportRules } from './http/transport-rules';
import { type Health, type HealthOptions, openHealth } from './jobs/health';
import type { Job } from './jobs/job';
import { JobRunner } from './jobs/job-runner';
import { JobStore } from './jobs/job-store';
import { serviceJobs } from './jobs/jobs';
import { metricsRoutes } from './ops/metrics-route';
import type { StripeSettings } from './ops/settings';
import { pushModule } from './push/push-module';
import type { PushSender } from './push/sender';
import { answerToCut } from './telemetry/cut-request';
import { logFailure } from './telemetry/log';
import { serviceOperation } from './telemetry/operations';
import { REQUEST_ID, requestLog } from './telemetry/request-log';

export interface ServiceOptions extends GuardOptions, OriginOptions {
  call: Call;
  stripe: StripeSettings | undefined;
  /** True when people may pay with the sandbox. Default: true. */
  sandboxPayments?: boolean;
  /** Signs the sandbox's events and links. */
  secret: string;
  /** Signs certificates; undefined when this process has no keys. */
  certificates?: CertificateSigning | undefined;
  /** Sends push messages; undefined when this process has no VAPID keys. */
  push?: PushSender | undefined;
  /** Checks the database; rejects when it does not answer. */
  pingDatabase: () => Promise<void>;
  /** Jobs of this process in addition to those of the service. */
  jobs?: Job[];
  /** Modules of this process in addition to those of the service. */
  modules?: ServiceModule[];
  /** The Bearer token of /metrics; undefined = only this machine may read it. */
  metricsToken?: string | undefined;
  /** Problems of the machine for /health; undefined where this process cannot see them. */
  machineProblems?: HealthOptions['machine'];
  /** The local mailbox, which authenticates its callers itself. */
  mailbox?: Hono<ServiceEnv>;
  now?: () => number;
}

export interface Service {
  app: Hono<ServiceEnv>;
  billing: Billing;
  jobs: JobRunner;
}

export function openService(options: ServiceOptions): Service {
  const { call, certificates, push, now = Date.now } = options;
  const billing = openBilling({ ...options, now });
  const table = [...serviceJobs({ billing, call, certificates, push }), ...(options.jobs ?? [])];
  const store = new JobStore(call);
  const jobs = new JobRunner(table, { store, now });
  const health = openHealth({ jobs: table, runner: jobs, store, machine: options.machineProblems, now });
  const modules: ServiceModule[] = [
    billingModule(billing),
    certificatesModule(call, certificates),
    clientErrorsModule(call),
    ...(push ? [pushModule(call, push)] : []),
    ...(options.modules ?? []),
  ];
  return { app: serviceApp({ ...options, now }, modules, health), billing, jobs };
}

function serviceApp(
  options: ServiceOptions & { now: () => number },
  modules: ServiceModule[],
  health: () => Promise<Health>,
): Hono<ServiceEnv> {
  const guards = guardsOf(options);
  const deps = { guards, origins: originsOf(options), now: options.now };
  const app = new Hono<ServiceEnv>();
  app.use('*', requestLog<ServiceEnv>({ operationOf: serviceOperation, accountOf: (c) => c.get('uid') }));
  app.use('*', noFraming);
  // Mount the mailbox before CORS, so that no page of another origin may read it.
  if (options.mailbox) app.route('/', options.mailbox);
  commonHeaders(app, options);
  for (const { open } of modules) if (open) app.route('/', open(deps));
  app.route('/', metricsRoutes(guards, { token: options.metricsToken, trustProxy: options.trustProxy }));

  app.use('*', bodyWithin(BODY_BYTES));
  app.route('/', fontRoutes());
  app.use('*', guards.limited('service'), guards.tokenIfAny);
  // PostgreSQL stores no NUL, so a path or query with one names nothing.
  app.use('*', (c, next) =>
    /%00|\0/.test(c.req.url) ? Promise.resolve(fail(c, 'invalid_query', 'An address must not contain NUL')) : next(),
  );
  app.get('/health', async (c) => {
    const state = await health();
    c.header('Cache-Control', 'no-store');
    return c.json(state, state.status === 'down' ? 503 : 200);
  });
  app.get('/test-db', async (c) => {
    try {
      await options.pingDatabase();
      return c.json({ status: 'ok' });
    } catch {
      return fail(c, 'database_unavailable', 'The database does not answer');
    }
  });
  for (const { routes } of modules) if (routes) app.route('/', routes(deps));

  app.notFound((c) => fail(c, 'not_found', 'Not found'));
  app.onError((error, c) => answerError(error, c, modules));
  return app;
}

function commonHeaders(app: Hono<ServiceEnv>, options: OriginOptions & GuardOptions): void {
  app.use(
    '*',
    secureHeaders({
      xFrameOptions: 'DENY',
      referrerPolicy: 'no-referrer',
      strictTransportSecurity: false,
      crossOriginResourcePolicy: false,
    }),
  );
  app.use(
    '*',
    cors({
      origin: (origin, c) => (isAllowedOrigin(options, origin, c) ? origin : null),
      allowHeaders: ['authorization', 'content-type', REQUEST_ID],
      allowMethods: ['GET', 'POST'],
      exposeHeaders: ['Retry-After', REQUEST_ID],
      maxAge: 600,
    }),
  );
  app.use('*', transportRules(options.trustProxy));
  // Pages and pictures set their own headers; answers with data of an account must not stay in a cache.
  app.use('*', async (c, next) => {
    await next();
    if (!c.res.headers.has('Cache-Control')) c.res.headers.set('Cache-Control', 'no-store');
  });
  // Hono's body limit creates a new Request with the body, which fails with the adapter's own request object.
  app.use('*', (c, next) => {
    c.req.raw = plainRequest(c.req.raw);
    return next();
  });
}

function answerError(error: Error, c: Context, modules: ServiceModule[]): Response {
  const cut = answerToCut(c.env?.incoming);
  if (cut) return cut;
  for (const { rejectionOf } of modules) {
    const rejection = rejectionOf?.(error);
    if (!rejection) continue;
    if (rejection.code === 'provider_unavailable') logFailure('request failed', error);
    return fail(c, rejection.code, rejection.message);
  }
  logFailure('request failed', error);
  return error instanceof DatabaseError
    ? fail(c, 'database_unavailable', 'The database does not answer')
    : fail(c, 'internal', 'Internal error');
}
