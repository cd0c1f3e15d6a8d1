// Sets role, claims and the other session settings of a request in one statement. lite runs one statement for each of eleven settings, which
// takes 4 ms per request, half of the time of an idle poll.
// Rule: set the same settings to the same values as lite, until the end of the transaction.
// DANGER: this patch replaces two internal methods of lite (0.10.0, pinned). If a later version renames the methods, the patch has no effect.
import type { PgliteConnection } from '@supabase/lite/pglite';

interface Context {
  auth?: { uid?: unknown; role?: string; jwt?: unknown };
  storage?: { operation?: unknown };
}

interface RpcRequest {
  method: string;
  path: string;
  requestHeaders?: Record<string, string>;
}

export function batchSessionSettings(connection: PgliteConnection): void {
  const { driver } = connection;
  const setAll = async (settings: Record<string, string>) => {
    const calls = Object.keys(settings).map((name, n) => `set_config('${name}', $${n + 1}, true)`);
    await driver.query(`select ${calls.join(', ')}`, Object.values(settings));
  };
  const replacements = {
    applyJwtSessionContext: (_: unknown, { auth, storage }: Context) => {
      const role = auth?.role || 'anon';
      const claims = auth?.jwt;
      return setAll({
        role,
        'request.jwt.claim.sub': String(auth?.uid ?? ''),
        'request.jwt.claim.role': role,
        'storage.operation': String(storage?.operation ?? ''),
        ...(claims && typeof claims === 'object' ? { 'request.jwt.claims': JSON.stringify(claims) } : {}),
      });
    },
    applyRpcRequestGucs: (_: unknown, { method, path, requestHeaders }: RpcRequest) =>
      setAll({
        'response.status': '',
        'response.headers': '',
        'request.method': method,
        'request.path': path,
        'request.headers': JSON.stringify(requestHeaders ?? {}),
      }),
  };
  Object.assign(connection, replacements);
}
