import { newId } from '../../../../shared/domain/ids.js';
import { testSideOf } from '../../../../shared/domain/mode.js';
import { insert, type StandingRows, type Violations } from './statements.js';

/** Invalid states of clients, users and their keys. */
export function violationsOfAccounts({ clientId, userId }: StandingRows): Violations {
  const newClient = (row: Record<string, string | number | null>) =>
    insert('clients', { id: newId(), name: 'x', ...row });
  const newTestSide = (row: Record<string, string | null> = {}) =>
    newClient({ id: testSideOf(newId()), mode: 'test', live_client_id: clientId, ...row });
  const newUser = (row: Record<string, string | null>) =>
    insert('users', {
      id: newId(),
      client_id: clientId,
      email: `${newId()}@example.test`,
      password_hash: 'x',
      role: 'client',
      ...row,
    });
  const newKey = (row: Record<string, string>) =>
    insert('api_keys', {
      id: newId(),
      client_id: clientId,
      name: 'x',
      prefix: 'x',
      key_hash: `(decode(repeat('00', 32), 'hex'))`,
      created_by: userId,
      ...row,
    });

  const keyId = newId();
  const replaced = (row: Record<string, string> = {}) =>
    insert('replaced_api_keys', {
      key_hash: `(decode(repeat('11', 32), 'hex'))`,
      api_key_id: keyId,
      client_id: clientId,
      ends_at: '2099-01-01',
      ...row,
    });

  const newSession = (row: Record<string, string>) =>
    insert('sessions', {
      id: newId(),
      user_id: userId,
      kind: 'portal',
      token_version: 0,
      device: 'x',
      expires_at: '2099-01-01',
      ...row,
    });
  const newDevice = (mark: string) => insert('known_devices', { user_id: userId, mark });
  const newFactor = (row: Record<string, string | null>) =>
    insert('second_factors', {
      id: newId(),
      user_id: userId,
      kind: 'totp',
      name: 'x',
      secret_sealed: 'x',
      ...row,
    });
  const newPasskey = () =>
    newFactor({ kind: 'passkey', secret_sealed: null, credential_id: 'x', public_key: 'x' });
  const twice = (row: (id: string) => string): string => {
    const id = newId();
    return `${row(id)}; ${row(id)}`;
  };

  return {
    clients_name_length: [newClient({ name: '' })],
    clients_threshold_not_negative: [newClient({ low_balance_threshold: -1 })],
    clients_retention_range: [newClient({ retention_days: 0 }), newClient({ retention_days: 3651 })],
    clients_pkey: [newClient({ id: clientId })],
    clients_mode: [newClient({ mode: 'dead' })],
    clients_mode_in_id: [newTestSide({ id: newId() })],
    clients_test_side_of_live: [newTestSide({ live_client_id: null })],
    clients_one_test_side: [`${newTestSide()}; ${newTestSide()}`],

    users_pkey: [newUser({ id: userId })],
    users_email_key: [`${newUser({ email: 'one@example.test' })}, ${valuesOfSecondUser(clientId)}`],
    users_email_bytes: [
      `DROP INDEX users_email_key;
       ${newUser({ email: 'one@example.test' })}, ${valuesOfSecondUser(clientId)}`,
    ],
    users_email_lower_case: [newUser({ email: 'One@example.test' })],
    users_role: [newUser({ role: 'owner', client_id: null })],
    users_team_role: [newUser({ team_role: 'client' })],
    users_client_matches_role: [
      newUser({ client_id: null }),
      newUser({ role: 'support' }),
      newUser({ role: 'admin' }),
    ],

    revoked_tokens_pkey: [
      `INSERT INTO revoked_tokens (jti, user_id, expires_at)
       SELECT '${newId()}', '${userId}', now() FROM generate_series(1, 2)`,
    ],

    sessions_pkey: [twice((id) => newSession({ id }))],
    known_devices_pkey: [`${newDevice("(sha256('x'))")}; ${newDevice("(sha256('x'))")}`],
    known_devices_mark_length: [newDevice('short')],
    sessions_kind: [newSession({ kind: 'desktop' })],
    second_factors_pkey: [twice((id) => newFactor({ id }))],
    second_factors_name_length: [newFactor({ name: '' })],
    second_factors_kind: [
      newFactor({ kind: 'sms' }),
      newFactor({ secret_sealed: null }),
      newFactor({ credential_id: 'x' }),
      newFactor({ kind: 'passkey', secret_sealed: null, credential_id: 'x' }),
    ],
    second_factors_credential_id_key: [`${newPasskey()}; ${newPasskey()}`],
    recovery_codes_pkey: [twice(() => insert('recovery_codes', { code_hash: 'x', user_id: userId }))],

    api_keys_pkey: [
      `INSERT INTO api_keys (id, client_id, name, prefix, key_hash, created_by)
       SELECT '${newId()}', '${clientId}', 'x', 'x', sha256(n::text::bytea), '${userId}' FROM generate_series(1, 2) n`,
    ],
    api_keys_name_length: [newKey({ name: '' })],
    api_keys_hash_length: [newKey({ key_hash: 'short' })],
    api_keys_key_hash: [`${newKey({})}; ${newKey({})}`],
    replaced_api_keys_pkey: [`${newKey({ id: keyId })}; ${replaced()}; ${replaced()}`],
    replaced_api_keys_hash_length: [`${newKey({ id: keyId })}; ${replaced({ key_hash: 'short' })}`],
  };
}

function valuesOfSecondUser(clientId: string): string {
  return `('${newId()}', '${clientId}', 'one@example.test', 'x', 'client')`;
}
