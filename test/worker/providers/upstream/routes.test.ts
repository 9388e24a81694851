import { expect } from 'chai';
import { CHECK_CODES } from '../../../../shared/services/index.js';
import { routeOf, UPSTREAM_ROUTES } from '../../../../worker/providers/upstream/routes/index.js';

describe('upstream routes', () => {
  it('are those of the specification', () => {
    const paths = Object.fromEntries(CHECK_CODES.map((code) => [code, routeOf(code).path]));
    expect(paths).to.include({
      identity_check: '/verify',
      said_verification: '/verify',
      refugee_verification: '/refugee-verification',
      address_lookup: '/address-lookup',
      consumer_trace: '/consumer-trace-lite',
      phone_trace: '/verify',
      property_search: '/property-search',
      marital_status: '/verify',
      alive_status: '/verify',
      aml_screening: '/aml-screening',
      cipc_company: '/cipc',
      cipc_director: '/cipc',
      vehicle_check: '/vehicle-check',
    });
  });

  it('serve every check, each on one path', () => {
    expect(UPSTREAM_ROUTES.flatMap(({ checks }) => checks)).to.have.members([...CHECK_CODES]);
    const paths = UPSTREAM_ROUTES.map(({ path }) => path);
    expect(new Set(paths).size).to.equal(paths.length);
  });
});
