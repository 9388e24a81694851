import { isLiveInvitation, isLiveReset, RESET_LASTS } from '../../shared/accounts/live-links.js';
import type { Keyring } from '../../shared/crypto/keyring.js';
import type { Database, Sql } from '../../shared/db/database.js';
import { newId } from '../../shared/domain/ids.js';
import { createLinkToken } from '../../shared/mail/link-token.js';
import { openSecret, sealSecret } from '../../shared/mail/stage-mail.js';
import type { DueMail } from './claim-mails.js';

/** The recipient of a mail, and the token of its link if it has one. */
export interface Recipient {
  email: string;
  token: string | undefined;
}

/** Most reset mails one account is sent in an hour, so that nobody can flood a mailbox. */
const RESETS_AN_HOUR = 3;

interface Person {
  id: string;
  client_id: string | null;
  email: string;
}

/**
 * Finds the recipient of a mail; undefined if nobody is to get it: the account does not exist or is suspended, or the
 * link would not work any more.
 */
export function findRecipient(db: Database, ring: Keyring, mail: DueMail): Promise<Recipient | undefined> {
  return db.transaction(async (sql) => {
    if (mail.kind === 'password_reset') return prepareReset(sql, ring, mail);
    const token = mail.secret_sealed === null ? undefined : openSecret(ring, mail.id, mail.secret_sealed);
    if (mail.kind === 'invitation' && !(await isLiveInvitation(sql, token ?? ''))) return undefined;
    if (mail.email !== null) return { email: mail.email, token };
    const person = await findPerson(sql, 'id = $1', mail.user_id);
    return person && { email: person.email, token };
  });
}

async function findPerson(sql: Sql, condition: string, value: string | null): Promise<Person | undefined> {
  const [person] = await sql.query<Person>(
    `SELECT id, client_id, email FROM users WHERE ${condition} AND NOT suspended`,
    [value],
  );
  return person;
}

/**
 * Creates the token on the first attempt and keeps it for the others, so that every copy of the mail has the same link.
 */
async function prepareReset(sql: Sql, ring: Keyring, mail: DueMail): Promise<Recipient | undefined> {
  const person = await findPerson(sql, `email COLLATE "C" = $1`, mail.email);
  if (person === undefined) return undefined;
  // Left by another process, or by this one before it died.
  const [stored] = await sql.query<{ secret_sealed: Buffer | null }>(
    'SELECT secret_sealed FROM mails WHERE id = $1 FOR UPDATE',
    [mail.id],
  );
  const sealed = stored?.secret_sealed ?? null;
  if (sealed !== null) {
    const token = openSecret(ring, mail.id, sealed);
    return (await isLiveReset(sql, token)) ? { email: person.email, token } : undefined;
  }
  if (await wasPasswordChangedSince(sql, person.id, mail.created_at)) return undefined;
  const [{ recent } = { recent: 0 }] = await sql.query<{ recent: number }>(
    `SELECT count(*)::integer AS recent FROM password_resets
     WHERE user_id = $1 AND created_at BETWEEN now() - interval '1 hour' AND now()`,
    [person.id],
  );
  if (recent >= RESETS_AN_HOUR) return undefined;
  const { token, hash } = createLinkToken();
  await sql.query(
    `INSERT INTO password_resets (id, user_id, client_id, token_hash, expires_at)
     VALUES ($1, $2, $3, $4, now() + interval '${RESET_LASTS}')`,
    [newId(), person.id, person.client_id, hash],
  );
  await sql.query('UPDATE mails SET secret_sealed = $2 WHERE id = $1', [
    mail.id,
    sealSecret(ring, mail.id, token),
  ]);
  return { email: person.email, token };
}

/**
 * A change of the password ends every link to a new one, including links that are requested but not sent yet. A change
 * that a wrong clock has dated in the future would end every request until then.
 */
async function wasPasswordChangedSince(sql: Sql, userId: string, time: Date): Promise<boolean> {
  const told = await sql.query(
    `SELECT FROM mails
     WHERE user_id = $1 AND kind = 'password_changed' AND created_at > $2 AND created_at <= now() LIMIT 1`,
    [userId, time],
  );
  return told.length > 0;
}
