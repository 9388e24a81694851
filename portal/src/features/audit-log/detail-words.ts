import { ROLE_WORDS } from '../../lib/role-words.js';
import { OUTCOME_WORDS } from '../../lib/ui/status-badge.js';
import { SCOPE_WORDS } from '../api-keys/key-values.js';
import { FAILURE_WORDS } from '../approvals/words.js';
import { EVENT_WORDS } from '../webhooks/event-words.js';

type Words = Readonly<Record<string, string>>;

const ROLES = Object.fromEntries(Object.entries(ROLE_WORDS).map(([role, { name }]) => [role, name]));
const SCOPES = Object.fromEntries(Object.entries(SCOPE_WORDS).map(([scope, { short }]) => [scope, short]));

/** The codes of a field in words, by the name of the field. */
const FIELDS: Readonly<Record<string, Words>> = {
  role: ROLES,
  scopes: SCOPES,
  events: EVENT_WORDS,
  kind: { totp: 'Authenticator app', passkey: 'Passkey' },
  act: { credits: 'Move credits', erasure: 'Erase personal data', requeue: 'Send back to the provider' },
  outcome: OUTCOME_WORDS,
  failure: FAILURE_WORDS,
};

/** A field's code in words; any other text unchanged. */
export function detailWords(field: string, text: string): string {
  const words = FIELDS[field];
  // The value may be a client's own text, and `constructor` must not find an inherited member.
  return words !== undefined && Object.hasOwn(words, text) ? (words[text] ?? text) : text;
}
