// The second port: payments, billing and push. Its address is given by the specification.
import { Hono } from 'hono';
import { cors } from 'hono/cors';

export interface PaymentsOptions {
  /** Asks the database for its time; rejects when it does not answer. */
  askDatabase: () => Promise<void>;
  mayCall: (origin: string) => boolean;
}

export function paymentsApp(options: PaymentsOptions): Hono {
  const app = new Hono();
  app.use('*', cors({ origin: (origin) => (options.mayCall(origin) ? origin : null), allowHeaders: ['authorization', 'content-type'], maxAge: 600 }));
  app.get('/health', (c) => c.json({ status: 'ok' }));
  app.get('/test-db', async (c) => {
    try {
      await options.askDatabase();
      return c.json({ status: 'ok' });
    } catch {
      return c.json({ status: 'error', message: 'The database does not answer' }, 503);
    }
  });
  app.notFound((c) => c.json({ message: 'Not found' }, 404));
  return app;
}
