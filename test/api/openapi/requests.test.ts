import { expect } from 'chai';
import { getMetadataStorage } from 'class-validator';
import * as adminBodies from '../../../api/admin/requests.js';
import { CreateApiKeyBody, PatchApiKeyBody } from '../../../api/api-keys/requests.js';
import * as authBodies from '../../../api/auth/requests.js';
import { bodySchema } from '../../../api/openapi/dto-schema.js';
import * as personalDataBodies from '../../../api/personal-data/requests.js';
import * as reviewBodies from '../../../api/reviews/requests.js';
import { NoFields } from '../../../api/validation/no-fields.js';
import type { FieldContext } from '../../../api/validation/rules.js';
import {
  CreateVerificationBody,
  readCreateRequest,
} from '../../../api/verifications/submission/create-request.js';
import { CreateWebhookBody } from '../../../api/webhooks/requests.js';
import { cleanSubject } from '../../../shared/domain/input-types.js';
import { SERVICES } from '../../../shared/services/index.js';
import { contractValidator } from '../../support/http/contract-validator.js';

const BODIES: readonly (new () => object)[] = [
  ...Object.values(adminBodies),
  ...Object.values(authBodies),
  personalDataBodies.EraseSubjectBody,
  personalDataBodies.ExportSubjectBody,
  ...Object.values(reviewBodies),
  CreateApiKeyBody,
  PatchApiKeyBody,
  CreateVerificationBody,
  CreateWebhookBody,
  NoFields,
];

const VALUES: readonly unknown[] = [
  null,
  true,
  false,
  0,
  1,
  -1,
  1.5,
  1_000_000_000,
  10_000_000_000,
  '',
  'a',
  'client',
  'support',
  'cookie',
  'complete',
  'positive',
  'person@example.test',
  '2099-09-01T08:00:00Z',
  '2099-09-01',
  'x'.repeat(500),
  'x'.repeat(5_000),
  [],
  ['wallet.low_balance'],
  ['wallet.low_balance', 'wallet.low_balance'],
  ['ver_01h2xcejqtf2nbrexx3vqjhp41'],
  {},
];

function fieldsOf(Dto: new () => object): [name: string, context: FieldContext][] {
  return getMetadataStorage()
    .getTargetValidationMetadatas(Dto, '', false, false)
    .map(({ propertyName, context }) => [propertyName, context as FieldContext]);
}

describe('the schemas of request bodies', () => {
  for (const Dto of BODIES) {
    for (const [name, { rule, schema }] of fieldsOf(Dto)) {
      // A rule that accepts everything leaves validation to the route, which has tests of its own.
      const judged = rule(Symbol('nothing that JSON knows')) !== undefined;
      it(`let pass what the rule of ${Dto.name}.${name} lets pass${judged ? ', and no other JSON type' : ''}`, () => {
        expect(schema, 'says something').to.not.deep.equal({});
        for (const value of judged ? VALUES : []) {
          const allowed = rule(value) === undefined;
          const fits = contractValidator.faults(schema, value).length === 0;
          if (allowed) expect(fits, `${JSON.stringify(value)?.slice(0, 40)} is allowed`).to.equal(true);
          if (typeof value !== 'string' && !allowed) {
            expect(fits, `${JSON.stringify(value)} is refused`).to.equal(false);
          }
        }
      });
    }

    it(`require of ${Dto.name} what its rules require, and allow nothing else`, () => {
      const { required = [], properties = {}, additionalProperties } = bodySchema(Dto);
      for (const [name, { rule }] of fieldsOf(Dto)) {
        expect(required.includes(name), name).to.equal(rule(undefined) !== undefined);
      }
      expect(Object.keys(properties)).to.have.members(fieldsOf(Dto).map(([name]) => name));
      expect(additionalProperties).to.equal(false);
    });
  }
});

describe('a new password in the description', () => {
  const { paths } = contractValidator.document;
  const places: [path: string, field: string][] = [
    ['/api/v1/me/password', 'new_password'],
    ['/api/v1/password-resets/complete', 'new_password'],
    ['/api/v1/invitations/accept', 'password'],
  ];
  for (const [path, field] of places) {
    it(`has 12 to 128 characters in the body of ${path}, as contract 3 demands`, () => {
      const schema = paths[path]?.post?.requestBody?.content['application/json']?.schema ?? {};
      const takes = (length: number): boolean =>
        !contractValidator
          .faults(schema, { [field]: '✓'.repeat(length) })
          .some((fault) => fault.startsWith(`/${field} `));
      expect([11, 12, 128, 129].map(takes)).to.deep.equal([false, true, true, false]);
    });
  }
});

describe('the schema of a new verification', () => {
  const { schemas } = contractValidator.document.components;
  const schema = schemas.CreateVerificationRequest ?? {};
  const now = new Date('2026-09-01T00:00:00Z');

  const body = (service: (typeof SERVICES)[number], more: Record<string, unknown> = {}) => ({
    service_code: service.code,
    subject: service.input.example,
    purpose: 'Check before a synthetic contract',
    authority_confirmed: true,
    charge_approved: true,
    ...(service.biometricConsentRequired && { biometric_consent: true }),
    idempotency_key: 'key-1',
    ...more,
  });
  const fits = (value: unknown): boolean => contractValidator.faults(schema, value).length === 0;

  for (const service of SERVICES) {
    it(`takes a request for ${service.code} that the API takes, and none without consent or with another subject`, () => {
      const good = body(service);
      expect(() => readCreateRequest(good, [], now)).to.not.throw();
      expect(fits(good)).to.equal(true);
      expect(fits({ ...good, authority_confirmed: 'true' })).to.equal(false);
      expect(fits({ ...good, charge_approved: false })).to.equal(false);
      expect(fits({ ...good, colour: 'red' })).to.equal(false);
      expect(fits({ ...good, parameters: { colour: 'red' } })).to.equal(false);
      expect(fits({ ...good, subject: '!' })).to.equal(false);
      if (service.biometricConsentRequired) {
        expect(fits({ ...good, biometric_consent: false })).to.equal(false);
      }
    });
  }

  const spellings: [code: string, subject: string][] = [
    ['said_verification', '000101 0001-079'],
    ['refugee_verification', 'pta syn 000000001'],
    ['phone_trace', '(071) 000 0001'],
    ['phone_trace', '27710000001'],
    ['cipc_company', '2000 000001 07'],
    ['cipc_company', '2000-000001-07'],
    ['cipc_company', '200000000107'],
    ['cipc_director', '2000/000001/07'],
    ['vehicle_check', 'tst 001 gp'],
    ['aml_screening', '李 小龍'],
  ];
  for (const [code, subject] of spellings) {
    it(`takes the spelling ${subject} for ${code}, as the API does`, () => {
      const service = SERVICES.find((candidate) => candidate.code === code);
      if (service === undefined) throw new Error(`There is no ${code}`);
      expect(cleanSubject(service, subject, now).ok).to.equal(true);
      expect(fits(body(service, { subject }))).to.equal(true);
    });
  }
});
