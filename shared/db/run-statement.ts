import { createHash } from 'node:crypto';
import type pg from 'pg';

/** Sends one statement on a connection. */
export type Run = <Row extends object>(
  client: pg.ClientBase,
  text: string,
  values?: readonly unknown[],
) => Promise<Row[]>;

/** Every statement is prepared once per connection under a name made of its text. */
export const runPrepared: Run = async <Row extends object>(
  ...[client, text, values = []]: Parameters<Run>
) => {
  const result = await client.query<Row>({ name: nameOf(text), text, values: [...values] });
  return result.rows;
};

/** Leaves nothing behind in the session. */
export const runUnnamed: Run = async <Row extends object>(
  ...[client, text, values = []]: Parameters<Run>
) => {
  const result = await client.query<Row>({ text, values: [...values] });
  return result.rows;
};

const names = new Map<string, string>();

/** The name that a statement is prepared under. */
export function nameOf(text: string): string {
  let name = names.get(text);
  if (name === undefined) {
    name = createHash('sha256').update(text).digest('base64url').slice(0, 24);
    names.set(text, name);
  }
  return name;
}
