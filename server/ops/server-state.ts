/** A route for administrators: the last backup, and the free space of the disk that holds the data folder. */
import { statfs } from 'node:fs/promises';
import { Hono } from 'hono';
import * as v from 'valibot';
import { type ServerState, serverWarnings } from '../../src/shared/server-warnings';
import { fail, type ServiceEnv } from '../http/guards';
import type { Call } from '../http/service-client';
import type { ServiceDeps, ServiceModule } from '../http/service-module';
import { readBackupRecord } from './backup-record';

const callerSchema = v.nullable(v.object({ is_admin: v.boolean() }));

async function serverState(dataDir: string): Promise<ServerState> {
  const { bavail, blocks, bsize } = await statfs(dataDir);
  return {
    now: new Date().toISOString(),
    backup: readBackupRecord(dataDir),
    disk: { free_bytes: bavail * bsize, total_bytes: blocks * bsize },
  };
}

/** The severe ones of the console's warnings, for /health. */
export async function machineProblems(dataDir: string): Promise<('disk_full' | 'backup_failed')[]> {
  const warnings = serverWarnings(await serverState(dataDir));
  return warnings.filter((warning) => warning === 'disk_full' || warning === 'backup_failed');
}

export const serverStateModule = (call: Call, dataDir: string): ServiceModule => ({
  routes: (deps) => serverStateRoutes(call, dataDir, deps),
});

function serverStateRoutes(call: Call, dataDir: string, { guards }: ServiceDeps): Hono<ServiceEnv> {
  const app = new Hono<ServiceEnv>();
  app.get('/server-state', guards.person('service'), guards.strong, async (c) => {
    const caller = v.parse(callerSchema, await call('billing_account', { p_user: c.get('uid'), p_email: null }));
    if (!caller?.is_admin) return fail(c, 'forbidden', 'Only administrators');
    return c.json(await serverState(dataDir));
  });
  return app;
}
