import type { ClientRole } from './roles.js';

/** The mails each person may switch on or off (contract 11). */
export const CHOSEN_MAILS = ['low_balance', 'limit_reached', 'webhook_disabled', 'review_decided'] as const;
export type ChosenMail = (typeof CHOSEN_MAILS)[number];

/** The roles in a client's team that each concerns: nobody else gets it or is offered the choice. */
export const CONCERNED: Readonly<Record<ChosenMail, readonly ClientRole[]>> = {
  low_balance: ['owner'],
  limit_reached: ['owner'],
  webhook_disabled: ['owner', 'developer'],
  review_decided: ['owner', 'submitter'],
};
