import { expect } from 'chai';
import { chooseCorrelationId } from '../../shared/correlation-id.js';

const OURS = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

describe('the correlation id of a request', () => {
  for (const given of ['order-4711', 'a'.repeat(64), '1795305600050', '0001010000072', '9f3c-0001.0100_44']) {
    it(`is the caller's own ${given}`, () => expect(chooseCorrelationId(given)).to.equal(given));
  }

  for (const given of [undefined, '', 'a'.repeat(65), 'a b', '0001010000071', 'id0001010000071x']) {
    it(`is one of ours instead of ${given}`, () => expect(chooseCorrelationId(given)).to.match(OURS));
  }

  it('is one of ours instead of an identity number with any separators', () => {
    for (const given of [
      '000101-0000-071',
      '000101.0000_071',
      '0_0.0-1_0.1-0_0.0-0_0.7-1',
      'x-0001--01_.0000071',
    ]) {
      expect(chooseCorrelationId(given), given).to.match(OURS);
    }
  });
});
