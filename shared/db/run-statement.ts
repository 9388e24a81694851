import { createHash } from 'node:crypto';
import type pg from 'pg';
import { DescribedOnce } from './described-once.js';

/** Sends one statement on a connection. */
export type Run = <Row extends object>(
  client: pg.ClientBase,
  text: string,
  values?: readonly unknown[],
) => Promise<Row[]>;

/** Every statement that has a name is prepared once per connection. */
export const runPrepared: Run = async <Row extends object>(...sent: Parameters<Run>) => {
  const [client, text, values = []] = sent;
  const name = nameIn(client, text);
  if (name === undefined) return runUnnamed<Row>(...sent);
  try {
    return await new Promise<Row[]>((resolve, reject) => {
      const config = { name, text, values: [...values] };
      client.query(
        new DescribedOnce<Row>(config, (error, result) => (error ? reject(error) : resolve(result.rows))),
      );
    });
  } catch (error) {
    // As the driver does: the stack leads to the caller instead of to the socket.
    Error.captureStackTrace(error as Error);
    throw error;
  }
};

/** Leaves nothing behind in the session. */
export const runUnnamed: Run = async <Row extends object>(
  ...[client, text, values = []]: Parameters<Run>
) => {
  const result = await client.query<Row>({ text, values: [...values] });
  return result.rows;
};

/** How many characters the combinations of one list's filters have in common; few other statements do. */
const BEGINNING = 60;
/**
 * Most statements with one beginning that a session prepares. It keeps the plan of each, some 150 kB, and callers can
 * ask for thousands of combinations.
 */
const MAX_ALIKE = 40;

/** What a session has prepared: names by text, and how many of these texts begin alike. */
interface Prepared {
  names: Map<string, string>;
  alike: Map<string, number>;
}

const sessions = new WeakMap<pg.ClientBase, Prepared>();

/**
 * The name a session prepares a statement under, made of its text; undefined beyond the first of many that begin alike.
 */
export function nameIn(client: pg.ClientBase, text: string): string | undefined {
  const { names, alike } = preparedIn(client);
  const known = names.get(text);
  if (known !== undefined) return known;
  const beginning = text.slice(0, BEGINNING);
  const count = alike.get(beginning) ?? 0;
  if (count === MAX_ALIKE) return undefined;
  alike.set(beginning, count + 1);
  const name = createHash('sha256').update(text).digest('base64url').slice(0, 24);
  names.set(text, name);
  return name;
}

function preparedIn(client: pg.ClientBase): Prepared {
  const known = sessions.get(client);
  if (known !== undefined) return known;
  const none: Prepared = { names: new Map(), alike: new Map() };
  sessions.set(client, none);
  return none;
}
