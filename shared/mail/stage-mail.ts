import type { Keyring } from '../crypto/keyring.js';
import { type Place, sealUnderRing, unsealUnderRing } from '../crypto/seal.js';
import type { Sql } from '../db/database.js';
import type { TeamMailKind } from '../domain/chosen-mails.js';
import { newId } from '../domain/ids.js';
import type { MailData, MailKind } from './kinds.js';

interface Content {
  data?: MailData;
}

/** A mail to one person, at whatever address they have when it is sent. */
export interface PersonalMail extends Content {
  kind: Exclude<MailKind, 'invitation' | 'password_reset'>;
  userId: string;
  clientId: string | null;
}

/** A mail to everyone in a client's team whom it concerns and who wants it. */
export interface TeamMail extends Content {
  kind: TeamMailKind;
  clientId: string;
}

/**
 * Stages a mail in the caller's transaction: a worker sends it if and only if that commits, and retries for a day. A
 * retry after a lost commit may stage it twice, unless the caller first looks for its own earlier effect.
 */
export async function stageMail(sql: Sql, mail: PersonalMail | TeamMail): Promise<void> {
  const userId = 'userId' in mail ? mail.userId : null;
  await sql.query(
    'INSERT INTO mails (id, client_id, user_id, kind, data) VALUES ($1, $2, $3, $4, $5::jsonb)',
    [newId(), mail.clientId, userId, mail.kind, JSON.stringify(mail.data ?? {})],
  );
}

/** Stages an invitation: the token of its link is sealed until the mail is sent, and then deleted. */
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
 * Stages a password reset for whoever claims this address. It is the same single statement whether or not an account
 * has the address, so that neither answer nor timing reveals it. At most once a minute per address; a request that a
 * wrong clock has dated in the future does not count. The worker looks up the account.
 */
export async function stagePasswordReset(sql: Sql, email: string, data: MailData): Promise<void> {
  await sql.query(
    `INSERT INTO mails (id, email, kind, data) SELECT $1::uuid, $2::text, 'password_reset', $3::jsonb
     WHERE NOT EXISTS (
       SELECT FROM mails WHERE kind = 'password_reset' AND email COLLATE "C" = $2::text
         AND created_at BETWEEN now() - interval '1 minute' AND now() + interval '1 minute')`,
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
