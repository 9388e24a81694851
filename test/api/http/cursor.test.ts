import { createSecretKey } from 'node:crypto';
import { expect } from 'chai';
import fc from 'fast-check';
import { openCursor, sealCursor } from '../../../api/http/cursor.js';

describe('a cursor', () => {
  const key = createSecretKey(Buffer.alloc(32, 1));
  const otherKey = createSecretKey(Buffer.alloc(32, 2));
  const scope = { list: 'verifications', clientId: 'a' };
  const cursor = sealCursor(key, scope, '17.id');

  it('gives back the position that it was made of', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1, unit: 'grapheme' }), (position) => {
        expect(openCursor(key, scope, sealCursor(key, scope, position))).to.equal(position);
      }),
    );
  });

  it('is a text that needs no escaping in an address', () => {
    expect(cursor).to.match(/^[A-Za-z0-9_-]+$/);
  });

  it('opens for no other client, list or key', () => {
    expect(openCursor(key, { ...scope, clientId: 'b' }, cursor)).to.equal(undefined);
    expect(openCursor(key, { ...scope, list: 'wallet_entries' }, cursor)).to.equal(undefined);
    expect(openCursor(otherKey, scope, cursor)).to.equal(undefined);
  });

  it('opens no more after any change of one character', () => {
    for (const index of Array.from(cursor).keys()) {
      for (const character of ['A', 'B', '_', '=', ' ']) {
        const changed = cursor.slice(0, index) + character + cursor.slice(index + 1);
        if (changed !== cursor) expect(openCursor(key, scope, changed), changed).to.equal(undefined);
      }
    }
  });

  it('is nothing that somebody else makes up', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(openCursor(key, scope, text)).to.equal(undefined);
      }),
    );
  });
});
