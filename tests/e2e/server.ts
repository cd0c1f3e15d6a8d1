// Starts the product's server for e2e tests from a PostgreSQL template.
// This import resolves the names of push services to a service on this machine (push.desktop.spec.ts).
import '../helpers/push-internet.mjs';
import { writeFileSync } from 'node:fs';
import { createPostgresFolder } from '../helpers/postgres-template';

const dataDir = process.env.DATA_DIR as string;
// The tests read the mailbox's URL where people do: in what the start prints.
const { log } = console;
console.log = (...words: unknown[]) => {
  const url = /^ *Mailbox +(http\S+)/m.exec(String(words[0]))?.[1];
  if (url) writeFileSync(`${dataDir}.mailbox`, url);
  log(...words);
};
await createPostgresFolder(dataDir);
await import('../../server/main');
