import { expect } from 'chai';
import { cleanParameters } from '../../../shared/domain/parameters.js';
import {
  CAPABILITIES_NOT_CONNECTED,
  CHECK_CODES,
  findService,
  SCREENINGS,
  SERVICES,
  type ServiceCode,
  serviceOf,
} from '../../../shared/services/index.js';
import { PRICE_LIST } from '../../../shared/services/price-list.js';
import { checksOf, SERVICE_ROWS, SERVICE_TABLE } from '../../support/checks/service-table.js';
import { judge } from '../domain/judge-subject.js';

// The only examples that may be shown: no person, company or vehicle has them.
const SYNTHETIC = [
  '0001010000071',
  'PTASYN000000001',
  '+27710000001',
  'Test Subject One',
  '2000/000001/07',
  'TST001GP',
];

describe('the service catalogue', () => {
  it('has exactly the connected services of the specification, in its order', () => {
    expect(SERVICES.map(({ code }) => code)).to.deep.equal(Object.keys(SERVICE_TABLE));
  });

  for (const [code, { types, credits }] of SERVICE_ROWS) {
    describe(code, () => {
      const service = serviceOf(code);

      it('has the input types, credits and checks of the contract', () => {
        expect(service.input.types).to.deep.equal(types);
        expect(PRICE_LIST.credits[code]).to.equal(credits);
        expect(service.checks).to.deep.equal(checksOf(code));
      });

      it('shows a synthetic example that it accepts and sends on as it is shown', () => {
        expect(SYNTHETIC).to.include(service.input.example);
        expect(judge(code, service.input.example)).to.deep.equal({
          ok: true,
          type: types[0],
          value: service.input.example,
        });
      });

      it('runs without parameters', () => {
        expect(cleanParameters(service, undefined).ok).to.equal(true);
      });

      it('has checks that are services of the same input', () => {
        for (const check of service.checks) {
          expect(CHECK_CODES).to.include(check);
          expect(serviceOf(check).input.types).to.include.members(types);
        }
      });
    });
  }

  it('asks for biometric consent for the ID photograph only', () => {
    const asking = SERVICES.filter(({ biometricConsentRequired }) => biometricConsentRequired);
    expect(asking.map(({ code }) => code)).to.deep.equal(['identity_check']);
  });

  it('calls a hit bad news for the screening of names only', () => {
    expect(SCREENINGS).to.deep.equal(['aml_screening']);
  });

  it('has no bundle with a check that asks for biometric consent', () => {
    for (const { checks } of SERVICES.filter((service) => service.checks.length > 1)) {
      expect(checks.some((check) => serviceOf(check).biometricConsentRequired)).to.equal(false);
    }
  });

  it('sells every check on its own', () => {
    expect(CHECK_CODES.map((code) => findService(code)?.checks)).to.deep.equal(
      CHECK_CODES.map((code) => [code]),
    );
  });

  it('finds nothing under names that are no service code', () => {
    for (const code of ['', 'IDENTITY_CHECK', 'face_match', '__proto__', 'constructor']) {
      expect(findService(code), code).to.equal(undefined);
    }
  });

  it('takes an unknown code in our own data for a defect', () => {
    expect(() => serviceOf('no_service' as ServiceCode)).to.throw(
      'unknown service code in our own data: no_service',
    );
  });

  it('names the eight capabilities that are not connected', () => {
    expect(CAPABILITIES_NOT_CONNECTED).to.have.lengthOf(8);
  });
});

describe('the price list', () => {
  it('prices every service and nothing else, in whole credits above zero', () => {
    expect(PRICE_LIST.credits).to.have.all.keys(SERVICES.map(({ code }) => code));
    for (const credits of Object.values(PRICE_LIST.credits)) {
      expect(Number.isSafeInteger(credits) && credits > 0).to.equal(true);
    }
  });

  it('says which release it is for', () => expect(PRICE_LIST.release).to.match(/^\d{4}-\d{2}$/));
});
