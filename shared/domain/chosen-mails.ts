import type { ClientRole } from './roles.js';

/** The mails that each person may have or not have (contract 11). */
export const CHOSEN_MAILS = ['low_balance', 'limit_reached', 'webhook_disabled', 'review_decided'] as const;
export type ChosenMail = (typeof CHOSEN_MAILS)[number];

/** Whom of a client's team they concern: nobody else is told, or asked. */
export const CONCERNED: Readonly<Record<ChosenMail, readonly ClientRole[]>> = {
  low_balance: ['owner'],
  limit_reached: ['owner'],
  webhook_disabled: ['owner', 'developer'],
  review_decided: ['owner', 'submitter'],
};
