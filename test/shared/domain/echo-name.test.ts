import { expect } from 'chai';
import { echoHeading, echoName } from '../../../shared/domain/echo-name.js';
import { maskSubject } from '../../../shared/domain/mask.js';

describe('the name of an unknown field in an error', () => {
  for (const name of [
    'serviceCode',
    'service-code',
    'subject_last4',
    'status[]',
    'address.line_2',
    '__proto__',
  ]) {
    it(`is what the caller wrote: ${name}`, () => expect(echoName(name)).to.equal(name));
  }

  it('is cut at 100 characters', () => expect(echoName('x'.repeat(101))).to.have.length(100));

  for (const name of [
    'Test Subject Four',
    '+27710000004',
    'CA 12345',
    'CAA123GP',
    'PTASYN000000004',
    'Zoë',
  ]) {
    it(`is masked when it looks like no field: ${name}`, () => {
      expect(echoName(name)).to.equal(maskSubject(name));
    });
  }

  for (const name of ['0001010000071', 'subject 000101 0000 071', '000101-0000-071']) {
    it(`is masked when it holds an identity number: ${name.length} characters`, () => {
      const echoed = echoName(name);
      expect(echoed).to.match(/^\*+.{4}$/);
      expect(echoed).to.have.length(name.length);
    });
  }
});

describe('the heading of an unknown column', () => {
  it('may be of several words in any language', () => {
    expect(echoHeading('Größe (in 2026)')).to.equal('Größe (in 2026)');
  });

  it('is masked when it holds an identity number', () => {
    expect(echoHeading('0001010000071')).to.equal('*********0071');
  });
});
