import { expect } from 'chai';
import { type Sandbox, startSandbox } from '../../sandbox/server.js';
import { useRealNetwork } from '../support/network/real-network.js';
import { API_KEY, callProvider, parse } from './call-provider.js';

const ID = { idNumber: '0001010000071' };

/** Path, body, and the error code of the 400 that follows. */
const INVALID: readonly (readonly [string, string, unknown, string])[] = [
  ['a body that is not JSON', '/address-lookup', '{"idNumber":', 'invalid_json'],
  ['an empty body', '/address-lookup', '', 'invalid_json'],
  ['a body that is an array', '/address-lookup', [], 'invalid_json'],
  ['a body that is null', '/address-lookup', 'null', 'invalid_json'],
  ['a missing subject', '/address-lookup', {}, 'missing_field'],
  ['a subject that is a number', '/address-lookup', { idNumber: 1010000071 }, 'invalid_field'],
  ['a wrong check digit', '/address-lookup', { idNumber: '0001010000072' }, 'invalid_subject'],
  [
    'a subject that is not in its clean form',
    '/address-lookup',
    { idNumber: '000101 0000071' },
    'invalid_subject',
  ],
  ['an unknown field', '/address-lookup', { ...ID, consent: 'yes' }, 'unknown_field'],
  [
    'a report type where there are none',
    '/address-lookup',
    { ...ID, reportType: 'x' },
    'unknown_report_type',
  ],
  ['no report type where there are some', '/verify', ID, 'unknown_report_type'],
  ['an unknown report type', '/verify', { ...ID, reportType: 'x' }, 'unknown_report_type'],
  [
    'the subject field of another report',
    '/verify',
    { ...ID, reportType: 'contact_enquiry' },
    'unknown_field',
  ],
  [
    'a phone number in its national form',
    '/verify',
    { reportType: 'contact_enquiry', contactNumber: '0710000001' },
    'invalid_subject',
  ],
  [
    'two subjects for a director',
    '/cipc',
    { ...ID, reportType: 'director', registrationNumber: '2000/000001/07' },
    'unknown_field',
  ],
  [
    'an identity number as a company',
    '/cipc',
    { reportType: 'director', registrationNumber: '0001010000071' },
    'invalid_subject',
  ],
  ['a screening without its parameters', '/aml-screening', { name: 'Test Subject One' }, 'missing_field'],
  [
    'a screening of an unknown country',
    '/aml-screening',
    { name: 'Test Subject One', entity: 'person', country: 'ZZ', dataset: 'all' },
    'invalid_field',
  ],
  ['a malformed VIN', '/vehicle-check', { registrationNumber: 'TST001GP', vin: 'IOQ' }, 'invalid_field'],
];

describe('what the sandbox takes', () => {
  // nock, which other tests of the run import, would normalise the malformed addresses.
  useRealNetwork();

  let sandbox: Sandbox;

  before(async () => {
    sandbox = await startSandbox({ port: 0, apiKey: API_KEY });
  });
  after(() => sandbox.close());

  for (const [title, path, body, code] of INVALID) {
    it(`${title} is a 400 in the error schema, and free`, async () => {
      const exchange = await callProvider(sandbox, path, body);
      expect(exchange.status).to.equal(400);
      expect(parse(exchange).error.code).to.equal(code);
      expect(parse(exchange).error.message).to.be.a('string').that.is.not.empty;
      expect(sandbox.calls().at(-1)).to.include({ case: code, answered: 400, paid: false });
    });
  }

  it('a VIN beside the registration number is welcome', async () => {
    const body = { registrationNumber: 'TST001GP', vin: 'AAAAAAAAAAA000001' };
    expect((await callProvider(sandbox, '/vehicle-check', body)).status).to.equal(200);
  });

  for (const authorization of ['', 'Bearer ', 'Bearer wrong-key', `Basic ${API_KEY}`, API_KEY]) {
    it(`the credentials "${authorization}" are a 401 in the error schema, and free`, async () => {
      const exchange = await callProvider(sandbox, '/address-lookup', ID, { headers: { authorization } });
      expect(exchange.status).to.equal(401);
      expect(parse(exchange).error.code).to.equal('unauthorized');
      expect(sandbox.calls().at(-1)).to.include({ case: 'unauthorized', paid: false });
    });
  }

  for (const path of ['/', '/verify/', '/VERIFY', '/nothing-here']) {
    it(`the unknown route ${path} is a 404 that is no "no record"`, async () => {
      const exchange = await callProvider(sandbox, path, ID);
      expect(exchange.status).to.equal(404);
      expect(parse(exchange).error.code).to.equal('unknown_route');
    });
  }

  it('another method is a 405', async () => {
    expect((await callProvider(sandbox, '/verify', '', { method: 'PUT' })).status).to.equal(405);
  });

  it('a malformed address is a 400', async () => {
    expect((await callProvider(sandbox, '//', ID)).status).to.equal(400);
  });

  it('a body that is too long is a 413', async () => {
    const exchange = await callProvider(sandbox, '/address-lookup', 'x'.repeat(64 * 1024 + 1));
    expect(exchange.status).to.equal(413);
    expect(parse(exchange).error.code).to.equal('too_large');
  });
});
