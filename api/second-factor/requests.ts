import { Transform } from 'class-transformer';
import type { FieldFault } from '../../shared/domain/faults.js';
import { isObject } from '../../shared/domain/is-object.js';
import { alternatives } from '../errors/alternatives.js';
import type { JsonSchema } from '../openapi/json-schema.js';
import { Name } from '../validation/name-rule.js';
import { OneOf, type Problem, REQUIRED, type Rule, unlessAbsent, Validate } from '../validation/rules.js';
import { MAX_PASSWORD_INPUT_LENGTH, NOT_TEXT, Secret } from '../validation/text-rules.js';

const MAX_CHALLENGE_LENGTH = 2_048;
// Includes the hyphens and some room for typing variations.
const MAX_RECOVERY_CODE_LENGTH = 40;

interface Optional {
  optional?: boolean;
}

/** The text of a challenge, sent back unchanged. */
function ChallengeText({ optional = false }: Optional = {}): PropertyDecorator {
  return Secret({ min: 1, max: MAX_CHALLENGE_LENGTH }, { optional });
}

/** Six digits; apps show them in two groups. */
function TotpCode({ optional = false }: Optional = {}): PropertyDecorator {
  const strip = Transform(({ value }: { value: unknown }) =>
    typeof value === 'string' ? value.replace(/\s/g, '') : value,
  );
  const validateCode: Rule = (value) => {
    if (value === undefined || value === null) return REQUIRED;
    if (typeof value !== 'string') return NOT_TEXT;
    if (/^[0-9]{6}$/.test(value)) return undefined;
    return { code: 'invalid_code', message: 'Must be the six digits that the app currently shows.' };
  };
  const validate = Validate(unlessAbsent(validateCode, optional), {
    type: 'string',
    pattern: '^[0-9]{3} ?[0-9]{3}$',
    maxLength: 7,
  });
  return (target, name) => {
    strip(target, name);
    validate(target, name);
  };
}

const BASE64URL: JsonSchema = { type: 'string', maxLength: 20_000 };

/** A PublicKeyCredential as returned by a browser's `toJSON` (WebAuthn 5.1): browsers add members of their own. */
const CREDENTIAL: JsonSchema = {
  type: 'object',
  description:
    'The PublicKeyCredential of the browser, as returned by its `toJSON()` (WebAuthn Level 3, 5.1).',
  properties: {
    id: BASE64URL,
    rawId: BASE64URL,
    type: { type: 'string', const: 'public-key' },
    response: { type: 'object' },
    clientExtensionResults: { type: 'object' },
  },
  required: ['id', 'rawId', 'type', 'response'],
};

const NOT_A_CREDENTIAL: Problem = {
  code: 'invalid_type',
  message: 'Must be a PublicKeyCredential in the JSON form that the browser returns.',
};

function isIdText(part: unknown): boolean {
  return typeof part === 'string' && part.length <= 2_048;
}

function Credential({ optional = false }: Optional = {}): PropertyDecorator {
  const validateCredential: Rule = (value) => {
    if (value === undefined || value === null) return REQUIRED;
    if (!isObject(value)) return NOT_A_CREDENTIAL;
    const { id, rawId, response } = value as Record<string, unknown>;
    const wrong = Object.entries({ id: isIdText(id), rawId: isIdText(rawId), response: isObject(response) })
      .filter(([, right]) => !right)
      .map(([at]) => ({ at, ...NOT_A_CREDENTIAL }));
    return wrong.length === 0 ? undefined : wrong;
  };
  return Validate(unlessAbsent(validateCredential, optional), CREDENTIAL);
}

class Proofs {
  @TotpCode({ optional: true })
  totp?: string;

  @Secret({ min: 1, max: MAX_RECOVERY_CODE_LENGTH }, { optional: true })
  recovery_code?: string;

  @Credential({ optional: true })
  passkey?: unknown;
}

export class SecondFactorLoginRequest extends Proofs {
  @ChallengeText()
  challenge!: string;
}

export class StepUpRequest extends Proofs {
  /** From the 401, if any: a passkey signs one. */
  @ChallengeText({ optional: true })
  challenge?: string;

  /** For someone without a second factor. */
  @Secret({ min: 1, max: MAX_PASSWORD_INPUT_LENGTH }, { optional: true })
  password?: string;
}

export class PasskeyLoginRequest {
  @ChallengeText()
  challenge!: string;

  @Credential()
  passkey!: unknown;

  @OneOf(['cookie'], { optional: true })
  session?: 'cookie';
}

const NAME = { min: 1, max: 100 };

export class ConfirmTotpRequest {
  @ChallengeText()
  challenge!: string;

  @TotpCode()
  totp!: string;

  @Name(NAME, { optional: true })
  name?: string;
}

export class ConfirmPasskeyRequest {
  @ChallengeText()
  challenge!: string;

  @Credential()
  passkey!: unknown;

  @Name(NAME, { optional: true })
  name?: string;
}

/** Returns the faults unless exactly one method is given. */
export function findProofFaults(request: object, ways: readonly string[]): FieldFault[] {
  const given = ways.filter((way) => (request as Record<string, unknown>)[way] !== undefined);
  const [first = '', second] = given;
  if (given.length === 1) return [];
  if (second === undefined) {
    const message = `Send ${alternatives(ways)}.`;
    return [{ field: ways[0] ?? first, code: 'required', message }];
  }
  return [{ field: second, code: 'not_applicable', message: `Send either ${first} or ${second}.` }];
}
