import type { MailKind } from '../../shared/mail/kinds.js';

/** What a mail says. */
export interface Words {
  subject: string;
  paragraphs: readonly string[];
  /** A button, and the address that it leads to. */
  action?: { label: string; url: string };
}

/** What was staged for a mail, by name; empty for what was not. */
type Said = (name: string) => string;

const ENDINGS = {
  notYou: 'If that was not you, reset your password at once and tell an owner of your team or our support.',
  choice: 'Which of these mails you get is your choice: see your account in the portal.',
} as const;

/** The words of every mail. */
export const WORDS: Readonly<Record<MailKind, (said: Said, token: string) => Words>> = {
  invitation: (said, token) => ({
    subject: `You are invited to the team of ${said('client_name')}`,
    paragraphs: [
      `${said('client_name')} invites you to its team for identity and background verification, as ${ROLES[said('role')] ?? said('role')}.`,
      'Choose a password of your own to begin. The link works once, within the next 72 hours.',
      'If you did not expect this, you need do nothing.',
    ],
    action: { label: 'Accept the invitation', url: `${said('base')}/invitation#${token}` },
  }),
  password_reset: (said, token) => ({
    subject: 'Choose a new password',
    paragraphs: [
      'Somebody, probably you, asked for a new password of your account.',
      'The link works once, within the next 30 minutes. A new password signs you out everywhere.',
      'If that was not you, you need do nothing: your password stays as it is.',
    ],
    action: { label: 'Choose a new password', url: `${said('base')}/reset-password#${token}` },
  }),
  password_changed: (said) => ({
    subject: 'Your password has changed',
    paragraphs: [
      said('by') === ''
        ? 'The password of your account has just changed, and every session of it has ended.'
        : 'The password of your account was replaced by a temporary one, and every session of it has ended. Whoever replaced it gives you the temporary one; choose your own at the next sign-in.',
      ENDINGS.notYou,
    ],
  }),
  factor_changed: (said) => ({
    subject: 'Your second factor has changed',
    paragraphs: [
      FACTOR_CHANGES[said('change')]?.(FACTORS[said('factor')] ?? 'A second factor') ??
        'A second factor of your account has changed.',
      ENDINGS.notYou,
    ],
  }),
  new_sign_in: (said) => ({
    subject: 'A sign-in from a new device',
    paragraphs: [
      `Your account was signed in to from a device or network that we had not seen before: ${said('device')}, address ${said('address')}, at ${said('at')}.`,
      'Your account page in the portal lists where you are signed in, and can end each of these sessions.',
      ENDINGS.notYou,
    ],
  }),
  api_key_created: (said) => ({
    subject: said('rotated') === '' ? 'A new API key' : 'A new secret of an API key',
    paragraphs: [
      said('rotated') === ''
        ? `A new API key of your organisation was made: ${said('name')}.`
        : `The API key “${said('name')}” of your organisation got a new secret; the one before works for 24 more hours.`,
      'If nobody of your team did that, delete the key in the portal and tell our support.',
    ],
  }),
  low_balance: (said) => ({
    subject: 'Your credits are running low',
    paragraphs: [
      `${said('available')} credits are available, which is below the ${said('threshold')} at which you want to be told.`,
      'Ask your account manager for a top-up before checks are refused.',
      ENDINGS.choice,
    ],
  }),
  limit_reached: (said) => ({
    subject: said('percent') === '100' ? 'A spending limit is reached' : 'A spending limit is nearly reached',
    paragraphs: [
      `${said('used')} of the ${said('credits')} credits that ${said('who')} may spend in a ${said('period')} are spent.`,
      'Requests beyond the limit are refused until its period is over or the limit is raised.',
      ENDINGS.choice,
    ],
  }),
  webhook_disabled: (said) => ({
    subject: 'A webhook was turned off',
    paragraphs: [
      `Your webhook ${said('host') === '' ? said('webhook_id') : `to ${said('host')}`} failed for days, so nothing is sent to it any more.`,
      'Put its receiver right and send a test event in the portal: that turns it on again. What it missed is in the feed of events.',
      ENDINGS.choice,
    ],
  }),
  review_decided: (said) => ({
    subject: 'A review is decided',
    paragraphs: [
      said('service') === ''
        ? `The review of your request ${said('request_id')} is decided.`
        : `The review of your check “${said('service')}” is decided: request ${said('request_id')}.`,
      'The report is in the portal and in the API.',
      ENDINGS.choice,
    ],
  }),
};

const ROLES: Readonly<Record<string, string>> = {
  owner: 'an owner',
  submitter: 'a submitter',
  viewer: 'a viewer',
  developer: 'a developer',
};

const FACTORS: Readonly<Record<string, string>> = { totp: 'An authenticator app', passkey: 'A passkey' };

const FACTOR_CHANGES: Readonly<Record<string, (factor: string) => string>> = {
  added: (factor) => `${factor} was added to your account as a second factor.`,
  removed: (factor) => `${factor} was removed from your account: it is no second factor of it any more.`,
  codes: () => 'New recovery codes were made for your account. The old ones no longer work.',
  reset: () =>
    'Every second factor of your account was taken away by an admin, and every session of it has ended. Set up a new one when you next sign in.',
};
