import { expect } from 'chai';
import type { CheckCode } from '../../../../shared/services/index.js';
import { presentFacts } from '../../../../worker/providers/kit/present-facts.js';
import { checkInput } from '../../../support/checks/check-inputs.js';

/** The synthetic identity number 0001010001079 without its leading zeros, as spreadsheets leave it. */
const SHORTENED = 1010001079;

const presentDetails = (details: Record<string, unknown>, check: CheckCode) =>
  presentFacts({ details, reference: 'REF' }, checkInput(check)).details;

describe('the details of a check as they are stored', () => {
  it('keep amounts, counts and the numbers of things, whatever they look like', () => {
    const property = { erf: SHORTENED, purchase_price: SHORTENED, title_deed: String(SHORTENED) };
    const details = { properties: [property] };
    expect(presentDetails(details, 'property_search')).to.deep.equal(details);
    const vehicle = { year: SHORTENED, engine_number: String(SHORTENED) };
    expect(presentDetails(vehicle, 'vehicle_check')).to.deep.equal(vehicle);
  });

  it('mask the same digits where a person may be meant', () => {
    const details = { properties: [{ suburb: String(SHORTENED), city: `for ${SHORTENED}` }] };
    expect(presentDetails(details, 'property_search')).to.deep.equal({
      properties: [{ suburb: '*********1079', city: 'for *********1079' }],
    });
  });

  it('know the numbers of things of their own check only', () => {
    const details = { vin: String(SHORTENED) };
    expect(presentDetails(details, 'property_search')).to.deep.equal({ vin: '*********1079' });
  });
});
