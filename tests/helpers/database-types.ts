/**
 * `npm run db:types` writes supabase/database.ts from supabase/schemas: the tables, views and functions of the schema `public`, in the format of
 * supabase-js. A text column whose CHECK lists its values, or calls a function of constants.sql that does, has the union of these values as its type.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { generateTypescript, sortGeneratorMetadata } from '@supabase/postgrest-typegen/generation';
import { introspect } from '@supabase/postgrest-typegen/introspection';
import { openDeclaredDatabase } from './database';

export const typesFile = join(import.meta.dirname, '../../supabase/database.ts');

/** The CHECK of a column that allows only listed values, for example `status = ANY (ARRAY['draft'::text, 'published'::text])`. */
const LISTED = /^\w+ = ANY \(ARRAY\[((?:'\w[\w-]*'::text(?:, )?)+)\]\)$/;

/** The CHECK of a column that calls a list of constants.sql, for example `source = ANY (sync.launch_sources())`. */
const CALLED = /^\w+ = ANY \((sync\.\w+\(\))\)$/;

export async function databaseTypes(): Promise<string> {
  const database = await openDeclaredDatabase();
  try {
    const metadata = sortGeneratorMetadata(await introspect(database.db, { includedSchemas: ['public'] }));
    for (const column of metadata.columns) {
      const [, values = ''] = LISTED.exec(column.check ?? '') ?? [];
      const [, call] = CALLED.exec(column.check ?? '') ?? [];
      const called = call ? (await database.db.query<{ value: string }>(`select unnest(${call}) as value`)).rows : [];
      const enums = [
        ...[...values.matchAll(/'([^']+)'/g)].map((match) => match[1] ?? ''),
        ...called.map(({ value }) => value),
      ];
      if (enums.length === 0) continue;
      const name = `${column.table}.${column.name}`;
      // The generator writes an enum of a schema that it does not describe as a union.
      const place = { id: 0, schema: 'checks', attributes: [], comment: null, type_relation_id: null };
      metadata.types.push({ ...place, name, format: name, enums });
      Object.assign(column, { format: name, type_schema: 'checks' });
    }
    return `// Written by npm run db:types from supabase/schemas.\n${await generateTypescript(metadata)}`;
  } finally {
    await database.close();
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) writeFileSync(typesFile, await databaseTypes());
