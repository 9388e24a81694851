import { createSecretKey, randomBytes } from 'node:crypto';
import { expect } from 'chai';
import fc from 'fast-check';
import { Keyring } from '../../../shared/crypto/keyring.js';
import { createDataKey, openDataKey, SealError, seal, unseal } from '../../../shared/crypto/seal.js';

const PLACE = { table: 'checks', column: 'details_sealed', id: 'row-1' };
const ROW = 'verification-1';

function newKey(id: string) {
  return { id, key: createSecretKey(randomBytes(32)) };
}

/** Every copy of it in which exactly one byte differs, by one bit. */
function* flippedBytes(sealed: Buffer): Generator<{ index: number; flipped: Buffer }> {
  for (let index = 0; index < sealed.length; index += 1) {
    const flipped = Buffer.from(sealed);
    flipped[index] = (flipped[index] ?? 0) ^ 1;
    yield { index, flipped };
  }
}

describe('seal', () => {
  const { key } = newKey('data');

  it('opens to the same bytes, for any bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 2_000 }), (content) => {
        const bytes = Buffer.from(content);
        expect(unseal(key, seal(key, bytes, PLACE), PLACE).equals(bytes)).to.equal(true);
      }),
    );
  });

  it('opens to the same text', () => {
    for (const text of ['', 'Test Subject One', '😀 {"a":1}']) {
      expect(unseal(key, seal(key, text, PLACE), PLACE).toString()).to.equal(text);
    }
  });

  it('gives other bytes each time, and never the content', () => {
    const [first, second] = [1, 2].map(() => seal(key, 'Test Subject One', PLACE));
    expect(first?.equals(second ?? Buffer.alloc(0))).to.equal(false);
    expect(first?.includes('Subject')).to.equal(false);
  });

  it('does not open when any single byte differs', () => {
    for (const { index, flipped } of flippedBytes(seal(key, 'Test Subject One', PLACE))) {
      expect(() => unseal(key, flipped, PLACE), `byte ${index}`).to.throw(SealError);
    }
  });

  it('does not open when it is cut anywhere', () => {
    const sealed = seal(key, 'Test Subject One', PLACE);
    for (let length = 0; length < sealed.length; length += 1) {
      expect(() => unseal(key, sealed.subarray(0, length), PLACE), `${length} bytes`).to.throw(SealError);
    }
  });

  for (const [what, place] of Object.entries({
    row: { ...PLACE, id: 'row-2' },
    column: { ...PLACE, column: 'reference_sealed' },
    table: { ...PLACE, table: 'verifications' },
  })) {
    it(`does not open in another ${what}, and says where it was tried`, () => {
      const sealed = seal(key, 'Test Subject One', PLACE);
      expect(() => unseal(key, sealed, place)).to.throw(
        SealError,
        `${place.table}.${place.column} of ${place.id}`,
      );
    });
  }

  it('does not open under another key', () => {
    expect(() => unseal(newKey('other').key, seal(key, 'text', PLACE), PLACE)).to.throw(SealError);
  });

  it('never tells the content in an error', () => {
    const sealed = seal(key, 'Test Subject One', PLACE);
    try {
      unseal(key, sealed, { ...PLACE, id: 'row-2' });
      expect.fail('it opened');
    } catch (error) {
      expect(String(error)).to.not.include('Subject');
    }
  });
});

describe('createDataKey', () => {
  const [old, current] = [newKey('old'), newKey('current')];

  /** Whether two keys are equal, determined by opening with one what the other has sealed. */
  function opensTheSame(first: ReturnType<typeof openDataKey>, second: typeof first): boolean {
    return unseal(second, seal(first, 'text', PLACE), PLACE).toString() === 'text';
  }

  it('gives a key that its sealed form opens to', () => {
    const ring = new Keyring([current]);
    const { key, sealed } = createDataKey(ring, ROW);
    expect(opensTheSame(key, openDataKey(ring, sealed, ROW))).to.equal(true);
  });

  it('gives each row a key of its own', () => {
    const ring = new Keyring([current]);
    const [first, second] = [createDataKey(ring, ROW), createDataKey(ring, ROW)];
    expect(() => opensTheSame(first.key, second.key)).to.throw(SealError);
  });

  it('seals with the first key of the ring; after a rotation the old one still opens', () => {
    const before = createDataKey(new Keyring([old]), ROW);
    const rotated = new Keyring([current, old]);
    expect(opensTheSame(before.key, openDataKey(rotated, before.sealed, ROW))).to.equal(true);
    const after = createDataKey(rotated, ROW);
    expect(() => openDataKey(new Keyring([old]), after.sealed, ROW)).to.throw(SealError, 'current');
  });

  it('names the id of a key that is no longer configured', () => {
    const { sealed } = createDataKey(new Keyring([old]), ROW);
    expect(() => openDataKey(new Keyring([current]), sealed, ROW)).to.throw(
      SealError,
      'ENCRYPTION_KEYS has no key with the id old',
    );
  });

  it('does not open under another key of the same id', () => {
    const { sealed } = createDataKey(new Keyring([old]), ROW);
    expect(() => openDataKey(new Keyring([newKey('old')]), sealed, ROW)).to.throw(SealError);
  });

  it('does not open for another row', () => {
    const ring = new Keyring([current]);
    const { sealed } = createDataKey(ring, ROW);
    expect(() => openDataKey(ring, sealed, 'verification-2')).to.throw(SealError);
  });

  it('does not open when any single byte differs, or when it is cut anywhere', () => {
    const ring = new Keyring([current, old]);
    const { sealed } = createDataKey(ring, ROW);
    for (const { index, flipped } of flippedBytes(sealed)) {
      expect(() => openDataKey(ring, flipped, ROW), `byte ${index}`).to.throw(SealError);
    }
    for (let length = 0; length < sealed.length; length += 1) {
      expect(() => openDataKey(ring, sealed.subarray(0, length), ROW), `${length} bytes`).to.throw(SealError);
    }
  });
});

describe('Keyring', () => {
  it('uses the first key for new things and finds all of them', () => {
    const keys = [newKey('a'), newKey('b')];
    const ring = new Keyring(keys);
    expect(ring.current.id).to.equal('a');
    expect(keys.map(({ id }) => ring.find(id))).to.deep.equal(keys.map(({ key }) => key));
    expect(ring.find('c')).to.equal(undefined);
  });

  it('refuses to be empty', () => {
    expect(() => new Keyring([])).to.throw('at least one key');
  });
});
