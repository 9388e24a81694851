import { expect } from 'chai';
import fc from 'fast-check';
import { Column, Entity, PrimaryColumn } from 'typeorm';
import { BulkWrite } from '../../../shared/db/bulk-write.js';
import type { Database, Sql } from '../../../shared/db/database.js';
import { columnsOf } from '../../../shared/db/table-of.js';
import { newId } from '../../../shared/domain/ids.js';
import { useDatabase } from '../../support/database/use-database.js';

/** A table with every type that is sent. */
@Entity('samples')
class Sample {
  @PrimaryColumn('uuid')
  id!: string;

  @Column({ type: 'text', nullable: true })
  words!: string | null;

  @Column({ name: 'short_words', type: 'varchar', length: 100, nullable: true })
  shortWords!: string | null;

  @Column({ type: 'integer', nullable: true })
  whole!: number | null;

  @Column({ type: 'smallint', nullable: true })
  small!: number | null;

  @Column({ type: 'boolean', nullable: true })
  flag!: boolean | null;

  @Column({ type: 'bytea', nullable: true })
  bytes!: Buffer | null;

  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  moment!: Date | null;

  @Column({ type: 'jsonb', nullable: true })
  data!: unknown[] | null;

  @Column({ type: 'integer', default: 1 })
  version!: number;
}

@Entity('others')
class Other {
  @PrimaryColumn('uuid')
  id!: string;
}

const COLUMNS = columnsOf(Sample, { except: ['data', 'version'] });

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
      small smallint, flag boolean, bytes bytea, moment timestamptz(3), data jsonb, version integer NOT NULL DEFAULT 1)`);
    await db.query('CREATE TABLE others (id uuid PRIMARY KEY)');
  });

  beforeEach(() => db.query('TRUNCATE samples, others'));

  /** Everything in the table, in the order in which ids were made. */
  function readSamples() {
    return db.query(`SELECT ${COLUMNS.join(', ')} FROM samples ORDER BY id`);
  }

  it('stores every value as it is given, whatever its type', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(anyRow, { minLength: 1, maxLength: 8 }), async (values) => {
        await db.query('TRUNCATE samples');
        const rows = values.map((row) => ({ id: newId(), ...row })).sort((a, b) => (a.id < b.id ? -1 : 1));
        await new BulkWrite().insert(Sample, COLUMNS, rows).run(db);
        expect(await readSamples()).to.deep.equal(rows);
      }),
      { numRuns: 60 },
    );
  });

  it('updates every value as it is given, whatever its type', async () => {
    const others = columnsOf(Sample, { except: ['id', 'data', 'version'] });
    await fc.assert(
      fc.asyncProperty(anyRow, anyRow, async (first, second) => {
        await db.query('TRUNCATE samples');
        const id = newId();
        await new BulkWrite().insert(Sample, COLUMNS, [{ id, ...first }]).run(db);
        await new BulkWrite().update(Sample, 'id', others, [{ id, ...second }]).run(db);
        expect(await readSamples()).to.deep.equal([{ id, ...second }]);
      }),
      { numRuns: 30 },
    );
  });

  for (const text of AWKWARD_TEXTS) {
    it(`stores the text ${JSON.stringify(text)}`, async () => {
      await new BulkWrite().insert(Sample, ['id', 'words'], [{ id: newId(), words: text }]).run(db);
      expect(await db.query('SELECT words FROM samples')).to.deep.equal([{ words: text }]);
    });
  }

  it('stores JSON that is given as text', async () => {
    const data = [{ a: [1, 'b', null] }];
    await new BulkWrite()
      .insert(Sample, ['id', 'data'], [{ id: newId(), data: JSON.stringify(data) }])
      .run(db);
    expect(await db.query('SELECT data FROM samples')).to.deep.equal([{ data }]);
  });

  it('accepts no row that leaves out a column, and no value of another type', () => {
    const write = new BulkWrite();
    // @ts-expect-error: short_words and the rest are missing.
    write.insert(Sample, COLUMNS, [{ id: newId(), words: null }]);
    // @ts-expect-error: a number is no text.
    write.insert(Sample, ['id', 'words'], [{ id: newId(), words: 1 }]);
    // @ts-expect-error: there is no such column.
    write.update(Sample, 'id', ['wordz'], []);
  });

  it('writes several tables in one statement', async () => {
    const texts: string[] = [];
    const counting: Sql = {
      query: (text, values) => {
        texts.push(text);
        return db.query(text, values);
      },
    };
    const write = new BulkWrite()
      .insert(Sample, ['id'], [{ id: newId() }, { id: newId() }])
      .insert(Other, ['id'], [{ id: newId() }]);
    await write.run(counting);
    expect(texts).to.have.lengthOf(1);
    expect(await db.query('SELECT FROM samples')).to.have.lengthOf(2);
    expect(await db.query('SELECT FROM others')).to.have.lengthOf(1);
  });

  it('has one text for single rows and one for all other numbers, so that both are prepared once', async () => {
    const textsOf = async (...counts: readonly number[]): Promise<Set<string>> => {
      const texts = new Set<string>();
      for (const count of counts) {
        const rows = Array.from({ length: count }, () => ({ id: newId(), version: count }));
        const write = new BulkWrite().insert(Other, ['id'], rows).update(Sample, 'id', ['version'], rows);
        await write.run({ query: async (text) => [texts.add(text)] as never });
      }
      return texts;
    };
    expect((await textsOf(1, 1)).size).to.equal(1);
    expect((await textsOf(2, 50)).size).to.equal(1);
    expect((await textsOf(1, 2)).size).to.equal(2);
  });

  it('writes a single row beside several of another table', async () => {
    const [one, ...more] = [1, 2, 3].map((version) => ({ id: newId(), version }));
    const single = one === undefined ? [] : [one];
    await new BulkWrite().insert(Other, ['id'], single).insert(Sample, ['id', 'version'], more).run(db);
    expect(await db.query('SELECT id FROM others')).to.deep.equal(single.map(({ id }) => ({ id })));
    expect(await db.query('SELECT id, version FROM samples ORDER BY id')).to.deep.equal(more);
  });

  it('asks nothing of the database when there is nothing to write', async () => {
    const silent: Sql = { query: () => Promise.reject(new Error('asked')) };
    await new BulkWrite().insert(Sample, COLUMNS, []).update(Sample, 'id', ['words'], []).run(silent);
  });

  it('fails as a whole when one row does not fit', async () => {
    const id = newId();
    const write = new BulkWrite().insert(Other, ['id'], [{ id }]).insert(Sample, ['id'], [{ id }, { id }]);
    const failure = await write.run(db).catch((error: { code: string }) => error.code);
    expect(failure).to.equal('23505');
    expect(await db.query('SELECT FROM others')).to.have.lengthOf(0);
  });

  it('changes only the rows with the key that also meet the condition', async () => {
    const rows = [1, 2, 3].map((whole) => ({ id: newId(), whole, words: 'old' }));
    await new BulkWrite().insert(Sample, ['id', 'whole', 'words'], rows).run(db);
    const update = rows.slice(0, 2).map(({ id }) => ({ id, words: 'new' }));
    await new BulkWrite()
      .update(Sample, 'id', ['words'], update, {
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
