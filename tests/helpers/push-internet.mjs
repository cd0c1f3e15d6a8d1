// Preloaded into a server under test (`node --import`): connects the server to the local push service instead of the real ones. DNS lookups
// still return a public address, so that the server's own check of addresses runs.
// The variable PUSH_TEST_PORT_FILE names the file that contains the port of the local service.
import dns from 'node:dns';
import { readFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import tls from 'node:tls';

const HOSTS = new Set(['updates.push.services.mozilla.com', 'fcm.googleapis.com']);
const PUBLIC = { address: '34.107.243.93', family: 4 };
const LOCAL = { address: '127.0.0.1', family: 4 };
const ca = readFileSync(join(import.meta.dirname, '../fixtures/tls/localhost.crt'));

const { lookup } = dns;
dns.lookup = (host, options, done) => (HOSTS.has(host) ? done(null, [PUBLIC]) : lookup(host, options, done));

const { connect } = tls;
tls.connect = (options, ...more) => {
  if (!HOSTS.has(options?.host)) return connect(options, ...more);
  const port = Number(readFileSync(process.env.PUSH_TEST_PORT_FILE, 'utf8'));
  const checked = (host, asked, done) =>
    options.lookup(host, { all: true }, (error) => {
      if (error) done(error);
      else if (asked.all) done(null, [LOCAL]);
      else done(null, LOCAL.address, LOCAL.family);
    });
  return connect({ ...options, port, ca, servername: 'localhost', lookup: checked }, ...more);
};
syncBuiltinESMExports();
