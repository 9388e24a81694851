import { expect } from 'chai';
import { cleanParameters } from '../../../shared/domain/parameters.js';
import {
  CAPABILITIES_NOT_CONNECTED,
  CHECK_CODES,
  findService,
  SERVICES,
  type ServiceCode,
  serviceOf,
} from '../../../shared/services/index.js';
import { PRICE_LIST } from '../../../shared/services/price-list.js';
import { judge } from '../domain/judge-subject.js';

// Contract 4.5: code, input types, credits, and the checks of a bundle.
const CATALOGUE: [code: ServiceCode, types: string[], credits: number, checks?: string[]][] = [
  ['identity_check', ['sa_id_number'], 12],
  ['said_verification', ['sa_id_number'], 5],
  ['refugee_verification', ['refugee_file_number'], 8],
  ['employee_bundle', ['sa_id_number'], 20, ['said_verification', 'consumer_trace', 'cipc_director']],
  ['kyc_bundle', ['sa_id_number'], 15, ['said_verification', 'address_lookup', 'consumer_trace']],
  ['address_lookup', ['sa_id_number'], 6],
  ['consumer_trace', ['sa_id_number'], 7],
  ['phone_trace', ['contact_number'], 6],
  ['property_search', ['sa_id_number'], 9],
  ['marital_status', ['sa_id_number'], 6],
  ['alive_status', ['sa_id_number'], 4],
  ['aml_screening', ['name'], 10],
  ['cipc_company', ['company_registration_number'], 7],
  ['cipc_director', ['sa_id_number', 'company_registration_number'], 7],
  ['vehicle_check', ['vehicle_registration_number'], 9],
];

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
  it('has exactly the fifteen connected services in the order of the specification', () => {
    expect(SERVICES.map(({ code }) => code)).to.deep.equal(CATALOGUE.map(([code]) => code));
  });

  for (const [code, types, credits, checks] of CATALOGUE) {
    describe(code, () => {
      const service = serviceOf(code);

      it('has the input types, credits and checks of the contract', () => {
        expect(service.input.types).to.deep.equal(types);
        expect(PRICE_LIST.credits[code]).to.equal(credits);
        expect(service.checks).to.deep.equal(checks ?? [code]);
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
