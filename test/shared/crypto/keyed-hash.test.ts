import { createHash, createSecretKey, randomBytes } from 'node:crypto';
import { expect } from 'chai';
import fc from 'fast-check';
import {
  CHAIN_START,
  canonicalJson,
  chainHash,
  keyedHash,
  subjectCommitment,
  subjectHash,
} from '../../../shared/crypto/keyed-hash.js';

const KEY = createSecretKey(Buffer.alloc(32, 7));

function hex(...parts: string[]): string {
  return keyedHash(KEY, ...parts).toString('hex');
}

describe('keyedHash', () => {
  const lists = [
    [],
    [''],
    ['', ''],
    ['ab'],
    ['a', 'b'],
    ['b', 'a'],
    ['ab', ''],
    ['', 'ab'],
    ['2:ab'],
    ['a1:b'],
    ['a', '1:b'],
    ['ä'],
    ['a\u0308'],
  ];

  it('is different for different lists of parts', () => {
    expect(new Set(lists.map((parts) => hex(...parts))).size).to.equal(lists.length);
  });

  it('is different for any two different lists', () => {
    const parts = fc.array(fc.string({ maxLength: 4 }), { maxLength: 3 });
    fc.assert(
      fc.property(parts, parts, (first, second) => {
        const same = JSON.stringify(first) === JSON.stringify(second);
        expect(hex(...first) === hex(...second)).to.equal(same);
      }),
    );
  });

  it('depends on the key', () => {
    const other = createSecretKey(randomBytes(32));
    expect(keyedHash(other, 'a').equals(keyedHash(KEY, 'a'))).to.equal(false);
  });

  it('finds a subject again for its own client only', () => {
    const hash = subjectHash(KEY, 'client-1', '0001010000071');
    expect(subjectHash(KEY, 'client-1', '0001010000071').equals(hash)).to.equal(true);
    expect(subjectHash(KEY, 'client-2', '0001010000071').equals(hash)).to.equal(false);
    expect(hash.equals(createHash('sha256').update('0001010000071').digest())).to.equal(false);
  });
});

describe('canonicalJson', () => {
  it('puts the keys of every object in order, at every depth, and leaves lists as they are', () => {
    expect(canonicalJson({ b: [{ z: 1, a: 2 }, 1], a: { d: null, c: 'x' } })).to.equal(
      '{"a":{"c":"x","d":null},"b":[{"a":2,"z":1},1]}',
    );
  });

  it('orders keys by code units and not by the language of the machine', () => {
    expect(canonicalJson({ ä: 1, b: 2, B: 3, a_b: 4, aB: 5 })).to.equal('{"B":3,"aB":5,"a_b":4,"b":2,"ä":1}');
  });

  it('keeps a member that is called like the prototype, and sorts one that is called like a method', () => {
    expect(canonicalJson(JSON.parse('{"b":{"__proto__":0},"a":{"toJSON":1,"b":2,"a":3}}'))).to.equal(
      '{"a":{"a":3,"b":2,"toJSON":1},"b":{"__proto__":0}}',
    );
  });

  it('is the same for equal data in any order, and reads back as that data', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue(), { noNullPrototype: true }), (data) => {
        const reversed = Object.fromEntries(Object.entries(data).reverse());
        expect(canonicalJson(reversed)).to.equal(canonicalJson(data));
        expect(JSON.parse(canonicalJson(data))).to.deep.equal(JSON.parse(JSON.stringify(data)));
      }),
    );
  });
});

describe('chainHash', () => {
  it('is SHA-256 over the hash before and the canonical JSON', () => {
    const expected = createHash('sha256').update(Buffer.alloc(32)).update('{"a":1,"b":2}').digest();
    expect(chainHash(CHAIN_START, { b: 2, a: 1 }).equals(expected)).to.equal(true);
  });

  it('depends on the record and on everything before it', () => {
    const first = chainHash(CHAIN_START, { a: 1 });
    const hashes = [first, chainHash(CHAIN_START, { a: 2 }), chainHash(first, { a: 1 })];
    expect(new Set(hashes.map((hash) => hash.toString('hex'))).size).to.equal(3);
  });
});

describe('subjectCommitment', () => {
  it('depends on the data key and the subject, and is not what the search uses', () => {
    const other = createSecretKey(Buffer.alloc(32, 9));
    const hash = subjectCommitment(KEY, '0001010000071');
    expect(subjectCommitment(KEY, '0001010000071').equals(hash)).to.equal(true);
    expect(subjectCommitment(other, '0001010000071').equals(hash)).to.equal(false);
    expect(subjectCommitment(KEY, '0001010001079').equals(hash)).to.equal(false);
    expect(subjectHash(KEY, '', '0001010000071').equals(hash)).to.equal(false);
  });
});
