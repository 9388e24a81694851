import { ROLE_WORDS } from '../../lib/role-words.js';
import { OUTCOME_WORDS } from '../../lib/ui/status-badge.js';
import { SCOPE_WORDS } from '../api-keys/key-values.js';
import { EVENT_WORDS } from '../webhooks/event-words.js';

type Words = Readonly<Record<string, string>>;

const ROLES = Object.fromEntries(Object.entries(ROLE_WORDS).map(([role, { name }]) => [role, name]));
const SCOPES = Object.fromEntries(Object.entries(SCOPE_WORDS).map(([scope, { short }]) => [scope, short]));

/** What the codes in a field of the details are called, by the field. */
const FIELDS: Readonly<Record<string, Words>> = {
  role: ROLES,
  scopes: SCOPES,
  events: EVENT_WORDS,
  kind: { totp: 'Authenticator app', passkey: 'Passkey' },
  act: { credits: 'Move credits', erasure: 'Erase personal data', requeue: 'Send back to the provider' },
  outcome: OUTCOME_WORDS,
};

/** A code of a field in words; any other text as it is. */
export function detailWords(field: string, text: string): string {
  const words = FIELDS[field];
  // What stands there may be a client's own word: `constructor` is no name.
  return words !== undefined && Object.hasOwn(words, text) ? (words[text] ?? text) : text;
}
