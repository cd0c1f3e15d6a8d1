/**
 * POST /client-errors: stores an error of the app on a device.
 * Rule: the report names no account, so a token is neither needed nor used; what may be personal is removed here again, because anybody can send one.
 */

import { Hono } from 'hono';
import * as v from 'valibot';
import { reportableMessage, STACK_FRAME } from '../../src/shared/client-error';
import { ERROR_STACK_LENGTH } from '../../src/shared/limits';
import { bodyOf, fail, type ServiceEnv } from '../http/guards';
import type { Call } from '../http/service-client';
import type { ServiceDeps, ServiceModule } from '../http/service-module';
import { clientErrors } from '../telemetry/metrics';

const reportSchema = v.strictObject({
  build: v.pipe(v.string(), v.regex(/^[\w.-]{0,40}$/)),
  message: v.pipe(v.string(), v.nonEmpty(), v.maxLength(2_000), v.transform(reportableMessage)),
  // A pattern of src/shared/paths.ts: its parts are words or names of parameters, never ids.
  route: v.pipe(v.string(), v.maxLength(120), v.regex(/^(\/|(\/([a-z_-]+|:[a-zA-Z]+\??))+)$/)),
  stack: v.pipe(
    v.string(),
    v.maxLength(ERROR_STACK_LENGTH),
    v.check((stack) => stack.split('\n').every((line) => line === '' || STACK_FRAME.test(line))),
  ),
});

export const clientErrorsModule = (call: Call): ServiceModule => ({ routes: (deps) => clientErrorRoutes(call, deps) });

function clientErrorRoutes(call: Call, { guards, origins }: ServiceDeps): Hono<ServiceEnv> {
  const app = new Hono<ServiceEnv>();
  app.post('/client-errors', guards.limited('clientErrors'), async (c) => {
    if (!origins.app(c)) return fail(c, 'origin_not_allowed', 'The request is not from the app');
    const report = await bodyOf(c, reportSchema);
    if (report instanceof Response) return report;
    const { build, message, route, stack } = report;
    await call('report_client_error', { p_build: build, p_message: message, p_route: route, p_stack: stack });
    clientErrors.inc();
    return c.body(null, 204);
  });
  return app;
}
