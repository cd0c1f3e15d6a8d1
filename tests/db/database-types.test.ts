/** supabase/database.ts gives the clients the types of the database that supabase/schemas declares. */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { databaseTypes, typesFile } from '../helpers/database-types';

it('supabase/database.ts has the types of supabase/schemas, with a union for each column of listed values', async () => {
  const types = await databaseTypes();
  expect(types).toMatch(/\n {6}courses: \{\n {8}Row: \{[^}]*\n {10}status: "draft" \| "published" \| "public"\n/);
  expect(readFileSync(typesFile, 'utf8'), 'After a change of supabase/schemas: npm run db:types').toBe(types);
}, 120_000);
