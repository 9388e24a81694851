import type pg from 'pg';

const PARTS: Readonly<Record<string, string>> = {
  columns: `
    SELECT table_name, column_name, data_type, character_maximum_length, datetime_precision, is_nullable,
      column_default FROM information_schema.columns
    WHERE table_schema = 'public' AND table_name <> 'migrations' ORDER BY table_name, column_name`,
  constraints: `
    SELECT conrelid::regclass::text AS table, conname, pg_get_constraintdef(oid) AS definition FROM pg_constraint
    WHERE connamespace = 'public'::regnamespace AND conrelid::regclass::text <> 'migrations'
      AND contype <> 'n' ORDER BY 1, 2`,
  indexes: `
    SELECT indexname, indexdef FROM pg_indexes WHERE schemaname = 'public' AND tablename <> 'migrations' ORDER BY 1`,
  policies: `
    SELECT tablename, policyname, cmd, qual, with_check FROM pg_policies WHERE schemaname = 'public' ORDER BY 1, 2`,
  rowSecurity: `
    SELECT relname, relforcerowsecurity FROM pg_class
    WHERE relnamespace = 'public'::regnamespace AND relrowsecurity ORDER BY 1`,
  triggers: `
    SELECT tgrelid::regclass::text AS table, tgname, pg_get_triggerdef(oid) AS definition FROM pg_trigger
    WHERE NOT tgisinternal ORDER BY 1, 2`,
  functions: `
    SELECT proname, prosrc FROM pg_proc WHERE pronamespace = 'public'::regnamespace ORDER BY 1`,
  types: `
    SELECT typname FROM pg_type WHERE typnamespace = 'public'::regnamespace AND typtype IN ('e', 'd') ORDER BY 1`,
};

/** Everything the migrations create, in a form in which two databases can be compared. */
export async function readSchema(client: pg.Client): Promise<Record<string, object[]>> {
  const schema: Record<string, object[]> = {};
  for (const [part, query] of Object.entries(PARTS)) {
    schema[part] = (await client.query<object>(query)).rows;
  }
  return schema;
}
