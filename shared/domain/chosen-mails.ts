/** The mails that each person may have or not have (contract 11). */
export const CHOSEN_MAILS = ['low_balance', 'limit_reached', 'webhook_disabled', 'review_decided'] as const;
export type ChosenMail = (typeof CHOSEN_MAILS)[number];
