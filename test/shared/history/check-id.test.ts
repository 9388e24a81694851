import { createSecretKey } from 'node:crypto';
import { expect } from 'chai';
import { checkIdOf } from '../../../shared/history/check-id.js';

const KEY = createSecretKey(Buffer.alloc(32, 7));
const PLACE = { clientId: '0190c000-0000-7000-8000-000000000001', idempotencyKey: 'key-1', position: 0 };

describe('checkIdOf', () => {
  it('gives a retry the id that the lost request had', () => {
    expect(checkIdOf(KEY, { ...PLACE })).to.equal(checkIdOf(KEY, PLACE));
  });

  it('is a UUID of version 8 and of the variant of RFC 9562', () => {
    expect(checkIdOf(KEY, PLACE)).to.match(
      /^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
    );
  });

  it('differs by client, key, position and INDEX_KEY', () => {
    const ids = [
      checkIdOf(KEY, PLACE),
      checkIdOf(KEY, { ...PLACE, clientId: '0190c000-0000-7000-8000-000000000002' }),
      checkIdOf(KEY, { ...PLACE, idempotencyKey: 'key-2' }),
      checkIdOf(KEY, { ...PLACE, position: 1 }),
      checkIdOf(createSecretKey(Buffer.alloc(32, 8)), PLACE),
    ];
    expect(new Set(ids)).to.have.lengthOf(ids.length);
  });

  it('stays the same over releases', () => {
    // Computed by the first release that derived ids: another value would allow a lost request to be paid for again.
    expect(checkIdOf(KEY, PLACE)).to.equal('3c316b48-86ff-83b2-a26c-839db5964e73');
  });
});
