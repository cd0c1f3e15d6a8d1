// nginx with a configuration of its own, which passes each request to the next server (Debian's package `nginx`).
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as after } from 'node:timers/promises';

/** The system gives ports above 32,767 to other programs; a port below is still free when nginx or the server opens it. */
const LOWEST_PORT = 10_000;
const PORTS = 20_000;

export function freePort(): Promise<number> {
  const port = LOWEST_PORT + Math.floor(Math.random() * PORTS);
  return new Promise((done) => {
    const probe = createServer().once('error', () => done(freePort()));
    probe.listen(port, '127.0.0.1', () => probe.close(() => done(port)));
  });
}

export interface Route {
  /** Port on which nginx listens. */
  port: number;
  /** Ports of the servers. Each request goes to the next one. */
  servers: number[];
}

/** A server that was killed stays in turn (max_fails=0), so that its requests are seen to fail or to go to the other. */
const configuration = (folder: string, routes: readonly Route[]): string => `
daemon off;
pid ${folder}/nginx.pid;
error_log ${folder}/error.log crit;
events { worker_connections 4096; }
http {
  access_log off;
  client_max_body_size 0;
  proxy_request_buffering off;
  proxy_buffering off;
  proxy_read_timeout 300s;
  ${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${folder}/${name};`).join(' ')}
  map $http_upgrade $connection_upgrade { default upgrade; '' ''; }
  ${routes
    .map(
      ({ port, servers }) => `
  upstream turn_${port} { ${servers.map((server) => `server 127.0.0.1:${server} max_fails=0;`).join(' ')} }
  server {
    listen 127.0.0.1:${port};
    location / {
      proxy_pass http://turn_${port};
      proxy_http_version 1.1;
      proxy_set_header Host $http_host;
      proxy_set_header Upgrade $http_upgrade;
      proxy_set_header Connection $connection_upgrade;
    }
  }`,
    )
    .join('')}
}
`;

/** @returns a function that ends nginx */
export async function startNginx(routes: readonly Route[]): Promise<() => Promise<void>> {
  const folder = mkdtempSync(join(tmpdir(), 'sloy-nginx-'));
  const file = join(folder, 'nginx.conf');
  writeFileSync(file, configuration(folder, routes));
  const nginx = spawn('nginx', ['-c', file, '-e', join(folder, 'error.log')], { stdio: 'inherit' });
  const ended = new Promise<Error | undefined>((done) => nginx.once('error', done).once('exit', () => done(undefined)));
  const ready = async () => {
    for (const { port } of routes)
      for (let failed = true; failed; await after(20))
        failed = await fetch(`http://127.0.0.1:${port}/`, { method: 'HEAD' }).then(
          () => false,
          () => true,
        );
  };
  const first = await Promise.race([ready().then(() => 'ready' as const), ended]);
  if (first !== 'ready') throw new Error("nginx did not start: install Debian's package nginx", { cause: first });
  return async () => {
    nginx.kill('SIGTERM');
    await ended;
    rmSync(folder, { recursive: true, force: true });
  };
}
