import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { sourcesOf } from '../../support/repository/read-imports.js';

/** An idempotency key compared with a bound value, in a statement. */
const COMPARED = /idempotency_key( COLLATE "C")? = (?:\$\d|\?)/g;

describe('Statements that look for an idempotency key', () => {
  // In the collation of the database, an index may miss a key once the C library sorts differently (architecture 7).
  it('compare it by its bytes', () => {
    const sources = sourcesOf(['api', 'shared', 'worker', 'scripts']);
    const found = sources.flatMap((file) =>
      [...readFileSync(file, 'utf8').matchAll(COMPARED)].map(([text, collation]) => ({
        file,
        text,
        collation,
      })),
    );
    expect(found).to.have.length.above(4);
    expect(found.filter(({ collation }) => collation === undefined)).to.deep.equal([]);
  });
});
