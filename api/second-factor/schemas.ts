import { FACTOR_KINDS, PROOF_METHODS, type ProofMethod } from '../../shared/domain/second-factor.js';
import type {
  WireFactor,
  WireNewFactor,
  WirePasskeyQuestion,
  WireSecondFactors,
  WireTotpSetUp,
} from '../../shared/wire/second-factor.js';
import type { WireSession } from '../../shared/wire/session.js';
import type { JsonSchema } from '../openapi/json-schema.js';
import {
  arrayOf,
  boolean,
  constant,
  exampleId,
  id,
  integer,
  moment,
  named,
  nullable,
  object,
  oneOfWords,
  optional,
  type Properties,
  text,
} from '../openapi/schemas.js';

/** Passed to the browser unchanged: WebAuthn defines its content. */
export const PASSKEY_OPTIONS: JsonSchema = {
  type: 'object',
  description:
    'For `navigator.credentials`, by way of `PublicKeyCredential.parseRequestOptionsFromJSON` or `parseCreationOptionsFromJSON` (WebAuthn Level 3, 5.1).',
};

const CHALLENGE = text(2_048, { description: 'Send it back unchanged. It works only once.' });
const EXPIRES_IN = integer(1, 86_400, { description: 'Number of seconds for which the challenge is valid.' });

/** The answer to a login whose password is right but not sufficient. */
export interface SecondFactorRequired {
  status: 'second_factor_required';
  challenge: string;
  methods: ProofMethod[];
  expires_in: number;
  passkey_options?: object;
}

/** The members of a 401 that asks for a fresh proof. */
export const STEP_UP_MEMBERS: Readonly<Record<string, JsonSchema>> = {
  challenge: text(2_048, { description: 'Send it back with the proof; a passkey signs it.' }),
  methods: arrayOf(oneOfWords(PROOF_METHODS), 4),
  expires_in: EXPIRES_IN,
  passkey_options: PASSKEY_OPTIONS,
};

export const EXAMPLE_STEP_UP = {
  challenge: '<CHALLENGE>',
  methods: ['totp', 'recovery_code'],
  expires_in: 300,
} as const;

const FACTOR: Properties<WireFactor> = {
  factor_id: id('secondFactor'),
  kind: oneOfWords(FACTOR_KINDS),
  name: text(100),
  created_at: moment(),
  last_used_at: nullable(moment()),
};

export const RECOVERY_CODES = arrayOf(text(40), 10, {
  description: 'Ten codes, each of which replaces a second factor once. Shown only once.',
});

export const SECOND_FACTOR_SCHEMAS: Readonly<Record<string, JsonSchema>> = {
  SecondFactorRequired: object<SecondFactorRequired>({
    status: constant('second_factor_required'),
    challenge: CHALLENGE,
    methods: arrayOf(oneOfWords(PROOF_METHODS), 4),
    expires_in: EXPIRES_IN,
    passkey_options: optional(PASSKEY_OPTIONS),
  }),
  SecondFactor: object<WireFactor>(FACTOR),
  NewSecondFactor: object<WireNewFactor>({ ...FACTOR, recovery_codes: optional(RECOVERY_CODES) }),
  SecondFactors: object<WireSecondFactors>({
    required: boolean({ description: 'Nothing else works until a second factor is set up.' }),
    factors: arrayOf(named('SecondFactor'), 20),
    recovery_codes_left: integer(0, 10),
  }),
  TotpSetUp: object<WireTotpSetUp>({
    challenge: CHALLENGE,
    expires_in: EXPIRES_IN,
    secret: text(100, { description: 'Base 32, to type into an app.' }),
    otpauth_uri: text(1_000, { description: 'The same as a URI, for a QR code.' }),
  }),
  PasskeyQuestion: object<WirePasskeyQuestion>({
    challenge: CHALLENGE,
    expires_in: EXPIRES_IN,
    passkey_options: PASSKEY_OPTIONS,
  }),
  Session: object<WireSession>({
    session_id: id('session'),
    current: boolean({ description: 'Whether this is the session of the current request.' }),
    kind: oneOfWords(['portal', 'api'], {
      description:
        'A `portal` session is renewed while it is used; an `api` session lasts as long as its token.',
    }),
    device: text(80),
    ip_address: nullable(text(45)),
    second_factor: boolean({ description: 'Whether a second factor was used.' }),
    created_at: moment(),
    last_used_at: moment({ description: 'Accurate to the minute, for portal sessions.' }),
    expires_at: moment({ description: 'When it ends at the latest, regardless of use.' }),
  }),
};

export const EXAMPLE_FACTOR: WireFactor = {
  factor_id: exampleId('secondFactor'),
  kind: 'totp',
  name: 'Authenticator app',
  created_at: '2026-09-01T08:00:00.123Z',
  last_used_at: null,
};

export const EXAMPLE_CODES = Array.from({ length: 10 }, (_code, index) => `7k3m-q9xd-2pt8-hw5${index}`);

export const EXAMPLE_SESSION: WireSession = {
  session_id: exampleId('session'),
  current: true,
  kind: 'portal',
  device: 'Firefox on Windows',
  ip_address: '192.0.2.7',
  second_factor: true,
  created_at: '2026-09-01T08:00:00.123Z',
  last_used_at: '2026-09-01T08:12:00.123Z',
  expires_at: '2026-09-01T20:00:00.123Z',
};
