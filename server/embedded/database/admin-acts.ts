// Logs what administrators do. The audit log in the database has the details; this line has no row and no fields.
import * as v from 'valibot';
import { logSecurity } from '../../telemetry/log';

/** Payload of `sync.notify_admin_act`. */
const actSchema = v.object({ user_id: v.string(), action: v.string(), table_name: v.string() });
/** An export is logged with the name that the console gave it, which is not always a table. */
const TABLE = /^[a-z_]+$/;

/** @param payload of the database's notification `admin_act`, which arrives when the act is committed */
export function logAdminAct(payload: string): void {
  const { user_id, action, table_name } = v.parse(actSchema, JSON.parse(payload));
  logSecurity('admin_act', { account: user_id, action, ...(TABLE.test(table_name) ? { table: table_name } : {}) });
}
