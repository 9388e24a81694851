import { expect } from 'chai';
import { cleanOrCode, messageOf } from '../judge-subject.js';

const REFUSED = 'invalid_contact_number';

describe('contact numbers', () => {
  const accepted: [form: string, raw: string, clean: string][] = [
    ['E.164', '+27710000001', '+27710000001'],
    ['international with spaces', '+27 71 000 0001', '+27710000001'],
    ['international with hyphens', '+27-71-000-0001', '+27710000001'],
    ['international with the trunk digit in brackets', '+27 (0)71 000 0001', '+27710000001'],
    ['international as dialled', '0027710000001', '+27710000001'],
    ['international without a plus', '27710000001', '+27710000001'],
    ['national', '0710000001', '+27710000001'],
    ['national with spaces', '071 000 0001', '+27710000001'],
    ['national with dots', '071.000.0001', '+27710000001'],
    ['a landline', '(021) 555-0100', '+27215550100'],
    ['an internet telephone line', '0870000001', '+27870000001'],
  ];
  for (const [form, raw, clean] of accepted) {
    it(`accepts ${form}`, () => expect(cleanOrCode('phone_trace', raw)).to.equal(clean));
  }

  const refused: [title: string, raw: string, advice: RegExp][] = [
    ['a British number', '+447911123456', /South African/],
    ['an American number', '+12125550123', /South African/],
    ['a foreign number as dialled', '00447911123456', /South African/],
    ['a number of Namibia', '+264811234567', /Only South African.*0 or \+27/],
    ['a toll-free number', '0800000001', /mobile or landline/],
    ['a toll-free number in international form', '+27800000001', /mobile or landline/],
    ['an 0860 number', '0860000001', /mobile or landline/],
    ['an 0861 number', '0861000001', /mobile or landline/],
    ['an 0866 number', '0866000001', /mobile or landline/],
    ['a premium number', '0900000001', /mobile or landline/],
    ['a short code', '10111', /phone number/],
    ['a digit too few', '071000001', /phone number/],
    ['a digit too many', '07100000012', /phone number/],
    ['an extension', '0710000001 ext 5', /phone number/],
    ['an extension after a hash', '0710000001#5', /phone number/],
    ['a telephone URI', 'tel:+27710000001;phone-context=x', /phone number/],
    ['letters', 'TELEPHONE', /phone number/],
    ['digits of another script', '０７１００００００１', /phone number/],
    ['nothing', '', /phone number/],
    ['200 digits', '0'.repeat(200), /phone number/],
  ];
  for (const [title, raw, advice] of refused) {
    it(`refuses ${title} and says what to do`, () => {
      expect(cleanOrCode('phone_trace', raw)).to.equal(REFUSED);
      expect(messageOf('phone_trace', raw)).to.match(advice);
    });
  }
});
