import { newId } from '../../../shared/domain/ids.js';
import { insert, type StandingRows, type Violations } from './statements.js';

const HASH = `(sha256('x'))`;

/** Wrong states of mails, invitations and resets of passwords. */
export function violationsOfTeams({ clientId, userId }: StandingRows): Violations {
  const mail = (row: Record<string, string | null>) =>
    insert('mails', { id: newId(), client_id: clientId, kind: 'low_balance', ...row });
  const invitation = (row: Record<string, string>) =>
    insert('invitations', {
      id: newId(),
      client_id: clientId,
      email: `${newId()}@example.test`,
      role: 'viewer',
      token_hash: `(sha256('${newId()}'))`,
      invited_by: 'system',
      expires_at: '(now())',
      ...row,
    });
  const reset = (row: Record<string, string>) =>
    insert('password_resets', {
      id: newId(),
      user_id: userId,
      token_hash: `(sha256('${newId()}'))`,
      expires_at: '(now())',
      ...row,
    });
  const id = newId();
  return {
    mails_pkey: [`${mail({ id })}; ${mail({ id })}`],
    mails_status: [mail({ status: 'lost' })],
    mails_has_recipient: [mail({ client_id: null })],
    invitations_pkey: [`${invitation({ id })}; ${invitation({ id })}`],
    invitations_role: [invitation({ role: 'client' })],
    invitations_token_hash_length: [invitation({ token_hash: 'short' })],
    invitations_token_hash_key: [`${invitation({ token_hash: HASH })}; ${invitation({ token_hash: HASH })}`],
    invitations_open_key: [
      `${invitation({ email: 'one@example.test' })}; ${invitation({ email: 'one@example.test' })}`,
    ],
    password_resets_pkey: [`${reset({ id })}; ${reset({ id })}`],
    password_resets_token_hash_length: [reset({ token_hash: 'short' })],
    password_resets_token_hash_key: [`${reset({ token_hash: HASH })}; ${reset({ token_hash: HASH })}`],
  };
}
