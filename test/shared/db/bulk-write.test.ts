import { expect } from 'chai';
import fc from 'fast-check';
import { BulkWrite } from '../../../shared/db/bulk-write.js';
import type { Database, Sql } from '../../../shared/db/database.js';
import { newId } from '../../../shared/domain/ids.js';
import { useDatabase } from '../../support/use-database.js';

/** Every type that the tables of the service have. */
const COLUMNS = {
  id: 'uuid',
  words: 'text',
  short_words: 'text',
  whole: 'integer',
  small: 'smallint',
  flag: 'boolean',
  bytes: 'bytea',
  moment: 'timestamptz',
} as const;

/** Texts that an array literal could trip over. */
const AWKWARD_TEXTS = [
  '',
  ' ',
  'NULL',
  'null',
  '{}',
  '{a,b}',
  '"quoted"',
  "it's",
  '\\',
  '\\\\"',
  '\\x00',
  ',',
  'line\nbreak\r\ttab',
  '$1',
  '😀 ß ﷽',
  '(a,b)',
];

const anyText = fc.oneof(
  fc.constantFrom(...AWKWARD_TEXTS),
  // PostgreSQL stores no NUL in a text.
  fc.string({ unit: 'binary', maxLength: 50 }).map((text) => text.replaceAll('\0', '')),
);
const anyRow = fc.record({
  words: fc.option(anyText),
  short_words: fc.option(anyText),
  whole: fc.option(fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 })),
  small: fc.option(fc.integer({ min: -(2 ** 15), max: 2 ** 15 - 1 })),
  flag: fc.option(fc.boolean()),
  bytes: fc.option(fc.uint8Array({ maxLength: 50 }).map((bytes) => Buffer.from(bytes))),
  moment: fc.option(
    fc.date({ noInvalidDate: true, min: new Date('1970-01-01'), max: new Date('2200-01-01') }),
  ),
});

describe('BulkWrite', () => {
  const database = useDatabase();
  let db: Database;

  before(async () => {
    db = await database.open({ url: database.ownerUrl });
    await db.query(`CREATE TABLE samples (id uuid PRIMARY KEY, words text, short_words varchar(100), whole integer,
      small smallint, flag boolean, bytes bytea, moment timestamptz(3), version integer NOT NULL DEFAULT 1)`);
    await db.query('CREATE TABLE others (id uuid PRIMARY KEY)');
  });

  beforeEach(() => db.query('TRUNCATE samples, others'));

  /** Everything in the table, in the order in which ids were made. */
  function readSamples() {
    return db.query(`SELECT ${Object.keys(COLUMNS).join(', ')} FROM samples ORDER BY id`);
  }

  it('stores every value as it is given, whatever its type', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(anyRow, { minLength: 1, maxLength: 8 }), async (values) => {
        await db.query('TRUNCATE samples');
        const rows = values.map((row) => ({ id: newId(), ...row })).sort((a, b) => (a.id < b.id ? -1 : 1));
        await new BulkWrite().insert('samples', COLUMNS, rows).run(db);
        expect(await readSamples()).to.deep.equal(rows);
      }),
      { numRuns: 60 },
    );
  });

  it('updates every value as it is given, whatever its type', async () => {
    const { id: _id, ...others } = COLUMNS;
    await fc.assert(
      fc.asyncProperty(anyRow, anyRow, async (first, second) => {
        await db.query('TRUNCATE samples');
        const id = newId();
        await new BulkWrite().insert('samples', COLUMNS, [{ id, ...first }]).run(db);
        await new BulkWrite().update('samples', { id: 'uuid' }, others, [{ id, ...second }]).run(db);
        expect(await readSamples()).to.deep.equal([{ id, ...second }]);
      }),
      { numRuns: 30 },
    );
  });

  for (const text of AWKWARD_TEXTS) {
    it(`stores the text ${JSON.stringify(text)}`, async () => {
      const columns = { id: 'uuid', words: 'text' } as const;
      await new BulkWrite().insert('samples', columns, [{ id: newId(), words: text }]).run(db);
      expect(await db.query('SELECT words FROM samples')).to.deep.equal([{ words: text }]);
    });
  }

  it('writes several tables in one statement', async () => {
    const texts: string[] = [];
    const counting: Sql = {
      query: (text, values) => {
        texts.push(text);
        return db.query(text, values);
      },
    };
    const write = new BulkWrite()
      .insert('samples', { id: 'uuid' }, [{ id: newId() }, { id: newId() }])
      .insert('others', { id: 'uuid' }, [{ id: newId() }]);
    await write.run(counting);
    expect(texts).to.have.lengthOf(1);
    expect(await db.query('SELECT FROM samples')).to.have.lengthOf(2);
    expect(await db.query('SELECT FROM others')).to.have.lengthOf(1);
  });

  it('has the same text for one row and for many, so that it is prepared once', async () => {
    const texts = new Set<string>();
    const remembering: Sql = {
      query: async (text) => {
        texts.add(text);
        return [];
      },
    };
    for (const count of [1, 2, 50]) {
      const rows = Array.from({ length: count }, () => ({ id: newId(), version: count }));
      const write = new BulkWrite()
        .insert('others', { id: 'uuid' }, rows)
        .update('samples', { id: 'uuid' }, { version: 'integer' }, rows);
      await write.run(remembering);
    }
    expect(texts.size).to.equal(1);
  });

  it('asks nothing of the database when there is nothing to write', async () => {
    const silent: Sql = { query: () => Promise.reject(new Error('asked')) };
    await new BulkWrite()
      .insert('samples', COLUMNS, [])
      .update('samples', { id: 'uuid' }, { words: 'text' }, [])
      .run(silent);
  });

  it('fails as a whole when one row does not fit', async () => {
    const id = newId();
    const write = new BulkWrite()
      .insert('others', { id: 'uuid' }, [{ id }])
      .insert('samples', { id: 'uuid' }, [{ id }, { id }]);
    const failure = await write.run(db).catch((error: { code: string }) => error.code);
    expect(failure).to.equal('23505');
    expect(await db.query('SELECT FROM others')).to.have.lengthOf(0);
  });

  it('changes only the rows with the key that also meet the condition', async () => {
    const rows = [1, 2, 3].map((whole) => ({ id: newId(), whole, words: 'old' }));
    const columns = { id: 'uuid', whole: 'integer', words: 'text' } as const;
    await new BulkWrite().insert('samples', columns, rows).run(db);
    const [first, second] = rows;
    const update = [
      { id: first?.id, words: 'new' },
      { id: second?.id, words: 'new' },
    ];
    await new BulkWrite()
      .update('samples', { id: 'uuid' }, { words: 'text' }, update, {
        set: 'version = old.version + 1',
        where: 'old.whole = 2',
      })
      .run(db);
    expect(await db.query('SELECT whole, words, version FROM samples ORDER BY whole')).to.deep.equal([
      { whole: 1, words: 'old', version: 1 },
      { whole: 2, words: 'new', version: 2 },
      { whole: 3, words: 'old', version: 1 },
    ]);
  });
});
