import { KEY_SCOPES } from '../../shared/domain/key-scopes.js';
import { MODES } from '../../shared/domain/mode.js';
import type { WireApiKey, WireNewApiKey } from '../../shared/wire/api-key.js';
import {
  arrayOf,
  exampleId,
  id,
  moment,
  nullable,
  object,
  oneOfWords,
  type Properties,
  text,
} from '../openapi/schemas.js';
import { LIMITS_SCHEMA } from '../spending/schemas.js';
import { MAX_ADDRESS_RANGE_LENGTH, MAX_ADDRESS_RANGES } from './address-range.js';

const API_KEY: Properties<WireApiKey> = {
  api_key_id: id('apiKey'),
  prefix: text(20, { description: 'The first characters of the key, to help people tell keys apart.' }),
  name: text(100),
  mode: oneOfWords(MODES, { description: 'Test-mode keys start with `vk_test_`.' }),
  scopes: arrayOf(oneOfWords(KEY_SCOPES), KEY_SCOPES.length, {
    description: 'What the key can be used for; anything else is a 403.',
    minItems: 1,
  }),
  allowed_addresses: arrayOf(text(MAX_ADDRESS_RANGE_LENGTH), MAX_ADDRESS_RANGES, {
    description:
      'From where the key may be used, as networks in CIDR notation; from elsewhere is a 403. Empty: from everywhere.',
  }),
  limits: LIMITS_SCHEMA,
  created_at: moment(),
  last_used_at: nullable(
    moment({
      description:
        'Can lag by up to half a minute if the key is used on other API processes; null until it is used.',
    }),
  ),
  expires_at: nullable(moment({ description: 'Null for a key that does not expire.' })),
  replaced_until: nullable(
    moment({
      description: 'When the secret from before the latest rotation stops working. Null if there is none.',
    }),
  ),
};

/** A key as an example. */
export const EXAMPLE_KEY: WireApiKey = {
  api_key_id: exampleId('apiKey'),
  prefix: 'vk_Kq3xT9',
  name: 'Payroll server',
  mode: 'live',
  scopes: ['submit', 'read'],
  allowed_addresses: ['203.0.113.0/24'],
  limits: { per_day: 500, per_month: null },
  created_at: '2026-09-01T08:00:00.123Z',
  last_used_at: null,
  expires_at: '2027-09-01T08:00:00.000Z',
  replaced_until: null,
};

/** The named schemas of API keys. */
export const API_KEY_SCHEMAS = {
  ApiKey: object<WireApiKey>(API_KEY),
  NewApiKey: object<WireNewApiKey>({
    ...API_KEY,
    api_key: text(100, { description: 'Shown only once; store it as a secret.' }),
  }),
};
