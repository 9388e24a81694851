import { expect } from 'chai';
import { echoName } from '../../../shared/domain/echo-name.js';

describe('the name of an unknown field in an error', () => {
  it('is what the caller wrote', () => expect(echoName('serviceCode')).to.equal('serviceCode'));

  it('is cut at 100 characters', () => expect(echoName('x'.repeat(101))).to.have.length(100));

  for (const name of ['0001010000071', 'subject 000101 0000 071', '000101-0000-071']) {
    it(`is masked when it holds an identity number: ${name.length} characters`, () => {
      const echoed = echoName(name);
      expect(echoed).to.match(/^\*+.{4}$/);
      expect(echoed).to.have.length(name.length);
    });
  }
});
