/** The mails each person may switch on or off (contract 11). */
export const CHOSEN_MAILS = ['low_balance', 'limit_reached', 'webhook_disabled', 'review_decided'] as const;
export type ChosenMail = (typeof CHOSEN_MAILS)[number];

/** The mails about a client, and nobody in particular: each role says in its row which reach it. */
export type TeamMailKind = ChosenMail | 'api_key_created';
