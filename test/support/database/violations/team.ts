import { newId } from '../../../../shared/domain/ids.js';
import { testSideOf } from '../../../../shared/domain/mode.js';
import { insert, type StandingRows, type Violations } from './statements.js';

const HASH = `(sha256('x'))`;

/** Invalid states of mails, invitations, password resets and logos. */
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
  const logo = (row: Record<string, string | number>) =>
    insert('client_logos', {
      client_id: clientId,
      picture: "('x'::bytea)",
      media_type: 'image/png',
      width: 1,
      height: 1,
      digest: HASH,
      ...row,
    });
  const sized = (bytes: number) => {
    const picture = `repeat('x', ${bytes})::bytea`;
    return logo({ picture: `(${picture})`, digest: `(sha256(${picture}))` });
  };
  const id = newId();
  return {
    client_logos_pkey: [`${logo({})}; ${logo({})}`],
    client_logos_of_live: [logo({ client_id: testSideOf(clientId) })],
    client_logos_picture_size: [sized(0), sized(262_145)],
    client_logos_media_type: [logo({ media_type: 'image/svg' })],
    client_logos_sides: [
      logo({ width: 0 }),
      logo({ width: 2_001 }),
      logo({ height: 0 }),
      logo({ height: 2_001 }),
    ],
    client_logos_digest: [logo({ digest: `(sha256('y'))` })],
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
