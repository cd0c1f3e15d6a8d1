/** A route for administrators: the last backup, and the free space of the disk that holds the data folder. */
import { statfs } from 'node:fs/promises';
import { Hono } from 'hono';
import * as v from 'valibot';
import { fail, type ServiceEnv } from '../http/guards';
import type { Call } from '../http/service-client';
import type { ServiceDeps, ServiceModule } from '../http/service-module';
import { readBackupRecord } from './backup-record';

const callerSchema = v.nullable(v.object({ is_admin: v.boolean() }));

export const serverStateModule = (call: Call, dataDir: string): ServiceModule => ({
  routes: (deps) => serverStateRoutes(call, dataDir, deps),
});

function serverStateRoutes(call: Call, dataDir: string, { guards }: ServiceDeps): Hono<ServiceEnv> {
  const app = new Hono<ServiceEnv>();
  app.get('/server-state', guards.person('service'), async (c) => {
    const caller = v.parse(callerSchema, await call('billing_account', { p_user: c.get('uid'), p_email: null }));
    if (!caller?.is_admin) return fail(c, 'forbidden', 'Only administrators');
    const { bavail, blocks, bsize } = await statfs(dataDir);
    return c.json({
      backup: readBackupRecord(dataDir),
      disk: { free_bytes: bavail * bsize, total_bytes: blocks * bsize },
    });
  });
  return app;
}
