import { createSecretKey } from 'node:crypto';
import { expect } from 'chai';
import { searchSubject } from '../../../shared/db/search-subject.js';

describe('searchSubject', () => {
  const key = createSecretKey(Buffer.alloc(32, 1));
  const search = (raw: string) => searchSubject(key, 'client', raw, new Date('2026-09-01T00:00:00Z'));

  // A letter of two UTF-16 units.
  const LETTER = '\u{20000}';

  it('finds names of up to 200 characters, counted as on submission', () => {
    expect(search(LETTER.repeat(200))?.forms).to.deep.equal([LETTER.repeat(200)]);
    expect(search(LETTER.repeat(201))).to.equal(undefined);
  });

  it('does not count white space at the ends', () => {
    expect(search(`  ${'a'.repeat(200)}  `)?.hashes).to.have.length(1);
  });
});
