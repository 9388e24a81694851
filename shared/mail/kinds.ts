import { CHOSEN_MAILS, type ChosenMail, CONCERNED } from '../domain/chosen-mails.js';
import type { ClientRole } from '../domain/roles.js';

/** Every mail that there is. */
export const MAIL_KINDS = [
  'invitation',
  'password_reset',
  'password_changed',
  'factor_changed',
  'new_sign_in',
  'api_key_created',
  ...CHOSEN_MAILS,
] as const;
export type MailKind = (typeof MAIL_KINDS)[number];

/** Who of a client's team is told of what concerns the client and nobody in particular. */
export const TOLD: Readonly<Record<ChosenMail | 'api_key_created', readonly ClientRole[]>> = {
  api_key_created: ['owner'],
  ...CONCERNED,
};
