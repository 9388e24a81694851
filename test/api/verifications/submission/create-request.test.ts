import { expect } from 'chai';
import { ApiError } from '../../../../api/errors/catalogue.js';
import { readCreateRequest } from '../../../../api/verifications/submission/create-request.js';
import type { FieldFault } from '../../../../shared/domain/faults.js';
import { SERVICES } from '../../../../shared/services/index.js';

const NOW = new Date('2026-11-20T12:00:00Z');
const VALID = {
  service_code: 'said_verification',
  subject: '0001010000071',
  purpose: 'Tenant screening',
  authority_confirmed: true,
  charge_approved: true,
};

const read = (changes: object, keys: readonly string[] = ['key-1']) =>
  readCreateRequest({ ...VALID, ...changes }, keys, NOW);

function faultsOf(changes: object, keys?: readonly string[]): string[] {
  try {
    read(changes, keys);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    expect(error.kind).to.equal('validation_failed');
    return (error.body.errors as FieldFault[]).map(({ field, code }) => `${field}:${code}`).sort();
  }
  return [];
}

describe('the body of a new verification', () => {
  for (const service of SERVICES) {
    it(`is taken for ${service.code} with the example of the service list`, () => {
      const request = read({
        service_code: service.code,
        subject: service.input.example,
        biometric_consent: service.biometricConsentRequired,
      });
      expect(request.service.code).to.equal(service.code);
      expect(request.subject.type).to.equal(service.input.types[0]);
    });
  }

  it('is cleaned: white space goes, the subject takes its upstream form, absent consents are refusals', () => {
    const request = read({ subject: ' 000101-0000 071 ', purpose: '  Tenant screening ' });
    expect(request.subject).to.deep.equal({ type: 'sa_id_number', value: '0001010000071' });
    expect(request).to.include({
      purpose: 'Tenant screening',
      biometricConsent: false,
      creditsApproved: null,
      credits: 5,
    });
  });

  const faulty: Record<string, [object, string[]]> = {
    'an unknown service': [{ service_code: 'magic' }, ['service_code:unknown_service']],
    'a service named like a member of every object': [
      { service_code: '__proto__' },
      ['service_code:unknown_service'],
    ],
    'a service in white space': [{ service_code: ' said_verification ' }, ['service_code:unknown_service']],
    'an empty service': [{ service_code: '' }, ['service_code:unknown_service']],
    'a service of 30 000 characters': [
      { service_code: 'x'.repeat(30_000) },
      ['service_code:unknown_service'],
    ],
    'a service with NUL': [{ service_code: 'said\0' }, ['service_code:unknown_service']],
    'no service': [{ service_code: undefined }, ['service_code:required']],
    'a service that is null': [{ service_code: null }, ['service_code:required']],
    'a service that is a number': [{ service_code: 5 }, ['service_code:invalid_type']],
    'a service in a list': [{ service_code: ['said_verification'] }, ['service_code:invalid_type']],
    'a subject of another type': [{ subject: 'PTASYN000000001' }, ['subject:invalid_sa_id_number']],
    'a subject of 201 characters': [{ subject: '0'.repeat(201) }, ['subject:too_long']],
    'a blank subject': [{ subject: '   ' }, ['subject:required']],
    'a number as the subject': [{ subject: 1010000071 }, ['subject:invalid_type']],
    'a short purpose': [{ purpose: 'ab' }, ['purpose:too_short']],
    'a purpose of 501 characters': [{ purpose: 'x'.repeat(501) }, ['purpose:too_long']],
    'an identity number in the purpose': [
      { purpose: 'Check of 000101 0000 071 for a lease' },
      ['purpose:personal_data'],
    ],
    'authority as a string': [{ authority_confirmed: 'true' }, ['authority_confirmed:must_be_true']],
    'authority refused': [{ authority_confirmed: false }, ['authority_confirmed:must_be_true']],
    'a charge approved by 1': [{ charge_approved: 1 }, ['charge_approved:must_be_true']],
    'biometric consent as a string': [{ biometric_consent: 'false' }, ['biometric_consent:invalid_type']],
    'another charge than the current one': [{ credits_approved: 4 }, ['credits_approved:charge_changed']],
    'a charge of nothing': [{ credits_approved: 0 }, ['credits_approved:charge_changed']],
    'a charge below nothing': [{ credits_approved: -1 }, ['credits_approved:charge_changed']],
    'a charge of millions': [{ credits_approved: 2_000_000 }, ['credits_approved:charge_changed']],
    'a charge as large as can be': [
      { credits_approved: Number.MAX_SAFE_INTEGER },
      ['credits_approved:charge_changed'],
    ],
    'a charge that is larger still': [{ credits_approved: 2 ** 53 }, ['credits_approved:invalid_type']],
    'a charge as a string': [{ credits_approved: '5' }, ['credits_approved:invalid_type']],
    'a charge that is null': [{ credits_approved: null }, ['credits_approved:invalid_type']],
    'a charge that is no integer': [{ credits_approved: 5.5 }, ['credits_approved:invalid_type']],
    'parameters of a service without any': [
      { parameters: { country: 'ZA' } },
      ['parameters.country:unknown_field'],
    ],
    'parameters that are no object': [{ parameters: [] }, ['parameters:invalid_type']],
    'parameters that are no object, of a service that is none': [
      { service_code: 'magic', parameters: 'x', credits_approved: 1.5 },
      ['credits_approved:invalid_type', 'parameters:invalid_type', 'service_code:unknown_service'],
    ],
    'an unknown field': [
      { client_id: 'cli_1', status: 'completed' },
      ['client_id:unknown_field', 'status:unknown_field'],
    ],
  };
  for (const [what, [changes, expected]] of Object.entries(faulty)) {
    it(`is refused with ${what}`, () => expect(faultsOf(changes)).to.deep.equal(expected));
  }

  it('is told everything that is wrong at once', () => {
    const changes = { subject: '1', purpose: '', authority_confirmed: null, extra: 1, credits_approved: 9 };
    expect(faultsOf(changes, [])).to.deep.equal([
      'authority_confirmed:must_be_true',
      'credits_approved:charge_changed',
      'extra:unknown_field',
      'idempotency_key:required',
      'purpose:required',
      'subject:invalid_sa_id_number',
    ]);
  });

  it('is not told its subject, even where that passes for the name of a field', () => {
    const named = {
      service_code: 'aml_screening',
      subject: 'Example',
      example: 1,
      parameters: { Example: 1 },
    };
    expect(faultsOf(named)).to.deep.equal(['***mple:unknown_field', 'parameters.***mple:unknown_field']);
    const written = {
      ...named,
      example: undefined,
      'Test Subject Four': 1,
      parameters: { '+27710000004': 1 },
    };
    expect(faultsOf(written)).to.deep.include('*************Four:unknown_field');
    expect(faultsOf(written)).to.deep.include('parameters.********0004:unknown_field');
  });

  it('demands biometric consent where the photograph is asked for', () => {
    expect(faultsOf({ service_code: 'identity_check' })).to.deep.equal(['biometric_consent:must_be_true']);
    expect(faultsOf({ service_code: 'identity_check', biometric_consent: true })).to.deep.equal([]);
  });

  it('records biometric consent as given elsewhere', () => {
    expect(read({ biometric_consent: true }).biometricConsent).to.equal(true);
  });
});

describe('the idempotency key', () => {
  const cases: Record<string, { inBody?: unknown; headers: string[]; faults: string[] }> = {
    'in the header': { headers: ['a'], faults: [] },
    'in the body': { inBody: 'a', headers: [], faults: [] },
    'in both, the same': { inBody: 'a', headers: ['a'], faults: [] },
    'in both, different': { inBody: 'b', headers: ['a'], faults: ['mismatch'] },
    'in quotes in the header, which are a part of it': {
      inBody: 'a',
      headers: ['"a"'],
      faults: ['mismatch'],
    },
    'in two headers': { headers: ['a', 'a'], faults: ['repeated'] },
    nowhere: { headers: [], faults: ['required'] },
    'as a number': { inBody: 1, headers: [], faults: ['invalid_type'] },
    'as null': { inBody: null, headers: [], faults: ['invalid_type'] },
    empty: { headers: [''], faults: ['invalid_text'] },
    'of white space alone': { inBody: '   ', headers: [], faults: ['required'] },
    'of one character between spaces': { inBody: ' a ', headers: [], faults: [] },
    'of 255 characters': { headers: ['k'.repeat(255)], faults: [] },
    'of 256 characters': { headers: ['k'.repeat(256)], faults: ['invalid_text'] },
    'with a line break': { inBody: 'a\nb', headers: [], faults: ['invalid_text'] },
    'beyond ASCII': { inBody: 'schlüssel', headers: [], faults: ['invalid_text'] },
    'with an identity number': { headers: ['lease-0001010000071'], faults: ['personal_data'] },
    'that is a UUID': { headers: ['00010100-0007-4100-8000-000101000007'], faults: [] },
  };
  for (const [how, { inBody, headers, faults }] of Object.entries(cases)) {
    it(`${how}: ${faults[0] ?? 'taken'}`, () => {
      const changes = inBody === undefined ? {} : { idempotency_key: inBody };
      expect(faultsOf(changes, headers)).to.deep.equal(faults.map((code) => `idempotency_key:${code}`));
    });
  }
});
