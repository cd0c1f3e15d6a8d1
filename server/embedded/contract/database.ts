// The interface of the database behind the embedded backend. `openDatabase` in ../database/database.ts opens one.
import type { Connection } from '@supabase/lite';

export type Row = Record<string, unknown>;
/** Runs one statement with $1… parameters, or (without parameters) several statements. */
export type Run = (sql: string, params?: unknown[]) => Promise<Row[]>;

export interface Database {
  connection: Connection;
  /** Runs as the database owner: row-level security does not apply. */
  run: Run;
  /** Runs `work` in one transaction on its own session. */
  transaction<T>(work: (run: Run) => Promise<T>): Promise<T>;
  /** Runs `work` under a lock that excludes the other processes on this database: for migrations and the first seed. */
  exclusive<T>(work: () => Promise<T>): Promise<T>;
  /** Claims the database until this process closes it, alone or together with others that share it. @returns false if another claim excludes this */
  claim(shared: boolean): Promise<boolean>;
  /** @param onConnect called whenever the listening connection is open, also after it was lost together with messages */
  listen(channel: string, onMessage: (payload: string) => void, onConnect?: () => void): Promise<void>;
  /** Copies the files of the embedded database into a new folder while it serves queries; undefined with a PostgreSQL server. */
  copyFiles?: (folder: string) => Promise<void>;
  close(): Promise<void>;
}
