import type { Redis } from 'ioredis';
import type { Sql } from '../../../shared/db/database.js';

/** A value that must not turn up anywhere, except in the listed places (`table.column`). */
export interface Canary {
  name: string;
  value: string;
  allowed?: readonly string[];
  /** What always follows a value so short without its separators that ids contain it by chance; an example. */
  goesOn?: { pattern: string; example: string };
}

/** The prefix of the sandbox's references; without the dash it needs the digits, because base32 ids contain `sbx`. */
export const PROVIDER_REFERENCE: Canary = {
  name: 'provider reference',
  value: 'SBX-',
  goesOn: { pattern: '[0-9a-f]{16}', example: '0123456789ABCDEF' },
};

/** A text to search, and where it comes from: a log, a key of Redis, `table.column`. */
export interface Source {
  place: string;
  text: string;
}

/** Searches for every canary, plain and encoded, and returns `canary in place` for each forbidden place. */
export function findCanaries(canaries: readonly Canary[], sources: Iterable<Source>): string[] {
  const wanted = canaries.map((canary) => ({ ...canary, forms: formsOf(canary) }));
  const hits = new Set<string>();
  for (const { place, text } of sources) {
    const folded = text.toLowerCase();
    for (const { name, forms, allowed = [] } of wanted) {
      const found =
        forms.folded.some((form) => folded.includes(form)) ||
        forms.exact.some((form) => text.includes(form)) ||
        forms.compact.test(folded);
      if (found && !allowed.includes(place)) hits.add(`${name} in ${place}`);
    }
  }
  return [...hits];
}

const SHORTEST_BASE64 = 6;

/** The forms of a value: in any letter case, without separators, and encoded as hexadecimal, for URLs and as base64. */
function formsOf({ value, goesOn }: Canary): { folded: string[]; exact: string[]; compact: RegExp } {
  const compact = value.replace(/[\s/+-]/g, '');
  const folded = [value, encodeURIComponent(value), Buffer.from(value).toString('hex')];
  // The base64 form depends on the offset of the value modulo three; the characters at both ends depend on neighbours.
  const encoded = [0, 1, 2].map((offset) => {
    const text = Buffer.from('\0'.repeat(offset) + value).toString('base64');
    return text.slice(offset === 0 ? 0 : offset + 1, -4);
  });
  // What is left of a short value occurs everywhere by chance.
  const exact = encoded.filter((form) => form.length >= SHORTEST_BASE64);
  return {
    folded: folded.map((form) => form.toLowerCase()),
    exact,
    compact: new RegExp(literally(compact.toLowerCase()) + (goesOn?.pattern ?? '')),
  };
}

function literally(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
}

/** Every row of every table of the service, column by column. */
export async function* databaseSources(sql: Sql): AsyncGenerator<Source> {
  const tables = await sql.query<{ name: string }>(
    `SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public' ORDER BY tablename`,
  );
  for (const { name } of tables) {
    const rows = await sql.query<{ row: Record<string, unknown> }>(
      `SELECT to_jsonb(t) AS row FROM "${name}" t`,
    );
    for (const { row } of rows) {
      for (const [column, value] of Object.entries(row)) {
        yield { place: `${name}.${column}`, text: typeof value === 'string' ? value : JSON.stringify(value) };
      }
    }
  }
}

/** Everything in Redis, names and contents of keys of all types. */
export async function redisSources(redis: Redis): Promise<Source[]> {
  const keys = await redis.keys('*');
  return Promise.all(
    keys.map(async (key) => ({ place: `Redis key ${key}`, text: `${key} ${await contentOf(redis, key)}` })),
  );
}

async function contentOf(redis: Redis, key: string): Promise<string> {
  const type = await redis.type(key);
  switch (type) {
    case 'string':
      return (await redis.get(key)) ?? '';
    case 'hash':
      return JSON.stringify(await redis.hgetall(key));
    case 'list':
      return (await redis.lrange(key, 0, -1)).join('\n');
    case 'set':
      return (await redis.smembers(key)).join('\n');
    case 'zset':
      return (await redis.zrange(key, 0, -1)).join('\n');
    case 'stream':
      return JSON.stringify(await redis.xrange(key, '-', '+'));
    case 'none':
      // Expired since it was listed.
      return '';
    default:
      throw new Error(`A key of the type ${type} was not looked through`);
  }
}
