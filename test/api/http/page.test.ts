import { createSecretKey } from 'node:crypto';
import { expect } from 'chai';
import { ApiError } from '../../../api/errors/catalogue.js';
import { sealCursor } from '../../../api/http/cursor.js';
import { readListQuery, readPageQuery } from '../../../api/http/page.js';
import { oneOf } from '../../../api/http/query.js';

const KEY = createSecretKey(Buffer.alloc(32, 7));
const SCOPE = { list: 'things', clientId: 'client' };
const COLOURS = ['red', 'green'] as const;

function readColour(parameters: Record<string, string>) {
  return readListQuery(parameters, KEY, SCOPE, (query) => query.optional('colour', oneOf(COLOURS)));
}

function fieldsRefused(read: () => unknown): string[] {
  try {
    read();
  } catch (error) {
    if (error instanceof ApiError)
      return (error.body.errors as { field: string }[]).map(({ field }) => field);
    throw error;
  }
  return [];
}

describe('the query of a list', () => {
  it('is a page and filters', () => {
    const cursor = sealCursor(KEY, SCOPE, '17');
    expect(readColour({ limit: '3', cursor, colour: 'red' })).to.deep.equal({
      page: { limit: 3, after: '17' },
      filters: 'red',
    });
    expect(readPageQuery({}, KEY, SCOPE)).to.deep.equal({ limit: 25, after: undefined });
  });

  it('is refused with every fault at once: of the page, of a filter, and an unknown parameter', () => {
    const faulty = { limit: '0', cursor: 'forged', colour: 'blue', flavour: 'sweet' };
    expect(fieldsRefused(() => readColour(faulty))).to.have.members(Object.keys(faulty));
    expect(fieldsRefused(() => readPageQuery({ colour: 'red' }, KEY, SCOPE))).to.deep.equal(['colour']);
  });
});
