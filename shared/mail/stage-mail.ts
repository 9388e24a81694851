import type { Keyring } from '../crypto/keyring.js';
import { type Place, sealUnderRing, unsealUnderRing } from '../crypto/seal.js';
import type { Sql } from '../db/database.js';
import type { TeamMailKind } from '../domain/chosen-mails.js';
import { newId } from '../domain/ids.js';
import type { MailKind } from './kinds.js';

/** What a mail says besides the words of its kind: never a subject, never a secret. */
export type MailData = Readonly<Record<string, string | number | null>>;

interface Content {
  data?: MailData;
}

/** A mail to one person, wherever their address is by the time it is sent. */
export interface PersonalMail extends Content {
  kind: Exclude<MailKind, 'invitation' | 'password_reset'>;
  userId: string;
  clientId: string | null;
}

/** A mail to everybody of a client whom it concerns and who wants it. */
export interface TeamMail extends Content {
  kind: TeamMailKind;
  clientId: string;
}

/**
 * Stages a mail in the caller's transaction: it is sent if and only if that commits, by a worker, and tried for a day. Run
 * again after a lost commit it may be staged twice unless the caller finds its own earlier effect before.
 */
export async function stageMail(sql: Sql, mail: PersonalMail | TeamMail): Promise<void> {
  const userId = 'userId' in mail ? mail.userId : null;
  await sql.query(
    'INSERT INTO mails (id, client_id, user_id, kind, data) VALUES ($1, $2, $3, $4, $5::jsonb)',
    [newId(), mail.clientId, userId, mail.kind, JSON.stringify(mail.data ?? {})],
  );
}

/** A mail with a link that opens something: its token is sealed until it is sent, and then forgotten. */
export async function stageInvitationMail(
  sql: Sql,
  ring: Keyring,
  mail: { clientId: string; email: string; token: string; data: MailData },
): Promise<void> {
  const id = newId();
  const secret = sealSecret(ring, id, mail.token);
  await sql.query(
    `INSERT INTO mails (id, client_id, email, kind, data, secret_sealed)
     VALUES ($1, $2, $3, 'invitation', $4::jsonb, $5)`,
    [id, mail.clientId, mail.email, JSON.stringify(mail.data), secret],
  );
}

/**
 * Stages what somebody asked for who says that this address is theirs. The same single statement whether an account has
 * it or not, so that neither answer nor time tells; once a minute and address at most. The worker finds out.
 */
export async function stagePasswordReset(sql: Sql, email: string, data: MailData): Promise<void> {
  await sql.query(
    `INSERT INTO mails (id, email, kind, data) SELECT $1::uuid, $2::text, 'password_reset', $3::jsonb
     WHERE NOT EXISTS (
       SELECT FROM mails WHERE kind = 'password_reset' AND email COLLATE "C" = $2::text AND created_at > now() - interval '1 minute')`,
    [newId(), email, JSON.stringify(data)],
  );
}

/** Seals the token of a mail's link. */
export function sealSecret(ring: Keyring, mailId: string, token: string): Buffer {
  return sealUnderRing(ring, Buffer.from(token), placeOfSecret(mailId));
}

/** Opens the token of a mail's link. Throws SealError. */
export function openSecret(ring: Keyring, mailId: string, sealed: Buffer): string {
  return unsealUnderRing(ring, sealed, placeOfSecret(mailId)).toString();
}

function placeOfSecret(id: string): Place {
  return { table: 'mails', column: 'secret_sealed', id };
}
