import { CHOSEN_MAILS } from '../domain/chosen-mails.js';

/** Every kind of mail. */
export const MAIL_KINDS = [
  'invitation',
  'password_reset',
  'password_changed',
  'factor_changed',
  'new_sign_in',
  'api_key_created',
  'proposal_expired',
  ...CHOSEN_MAILS,
] as const;
export type MailKind = (typeof MAIL_KINDS)[number];

/** The variables of a mail: never a subject, never a secret. */
export type MailData = Readonly<Record<string, string | number | null>>;
