import { expect } from 'chai';
import type { Request } from 'express';
import { addressOf } from '../../../api/http/context.js';

describe('the address of a caller', () => {
  const cases: [heard: string | undefined, written: string | undefined][] = [
    ['192.0.2.1', '192.0.2.1'],
    ['::ffff:192.0.2.1', '192.0.2.1'],
    ['::FFFF:192.0.2.1', '192.0.2.1'],
    ['2001:db8::1', '2001:db8::1'],
    ['::1', '::1'],
    ['::ffff:c000:201', '192.0.2.1'],
    ['fe80::1%eth0', 'fe80::1'],
    ['192.0.2.256', undefined],
    ['::ffff:192.0.2.256', undefined],
    ['unknown', undefined],
    [undefined, undefined],
  ];
  for (const [heard, written] of cases) {
    it(`heard as ${heard} is written ${written}`, () => {
      expect(addressOf({ ip: heard } as Request)).to.equal(written);
    });
  }
});
