import { INVITATION_LASTS, RESET_LASTS } from '../../shared/accounts/live-links.js';
import { type ApprovalAct, PROPOSAL_DAYS } from '../../shared/domain/approvals.js';
import { PEOPLE } from '../../shared/domain/role-table.js';
import { CLIENT_ROLES } from '../../shared/domain/roles.js';
import type { MailKind } from '../../shared/mail/kinds.js';

/** The text of a mail. */
export interface Words {
  subject: string;
  paragraphs: readonly string[];
  /** A button and the address it leads to. */
  action?: { label: string; url: string };
}

/** Values staged for a mail, by name; empty for any that were not. */
type Said = (name: string) => string;

/** Leads to a page of the portal, which asks who signs in first; to nothing where its address is not known. */
function linkTo(said: Said, label: string, page: string): Pick<Words, 'action'> {
  const base = said('base');
  return base === '' ? {} : { action: { label, url: `${base}${page}` } };
}

/** Where somebody sees and changes what guards their account. */
const accountLink = (said: Said) => linkTo(said, 'Open your account', '/account');

const ENDINGS = {
  choice: 'You can choose which of these e-mails you get on your account page in the portal.',
} as const;

/** Staff have no team whose owners they could turn to, and are the support team. */
function ifNotYou(said: Said): string {
  return said('staff') === ''
    ? 'If this was not you, reset your password immediately and contact an owner of your team or our support team.'
    : 'If you did not expect this, reset your password immediately and tell an administrator.';
}

/** The texts of every mail. */
export const WORDS: Readonly<Record<MailKind, (said: Said, token: string) => Words>> = {
  invitation: (said, token) => ({
    subject: `You are invited to join the team of ${said('client_name')}`,
    paragraphs: [
      `${said('client_name')} invites you to join its team for identity and background verification, as ${withArticle(said('role'))}.`,
      `Choose a password to get started. The link works once, within the next ${INVITATION_LASTS}.`,
      'If you did not expect this, you can ignore it.',
    ],
    action: { label: 'Accept the invitation', url: `${said('base')}/invitation#${token}` },
  }),
  password_reset: (said, token) => ({
    subject: 'Choose a new password',
    paragraphs: [
      'Somebody, probably you, requested a new password for your account.',
      `The link works once, within the next ${RESET_LASTS}. A new password signs you out everywhere.`,
      'If this was not you, you can ignore it: your password does not change.',
    ],
    action: { label: 'Choose a new password', url: `${said('base')}/reset-password#${token}` },
  }),
  password_changed: (said) => ({
    subject: 'Your password has changed',
    paragraphs: [
      said('by') === ''
        ? 'The password of your account has just been changed, and all its sessions have ended.'
        : 'The password of your account was replaced by a temporary one, and all its sessions have ended. The person who replaced it will give you the temporary password; choose your own when you next sign in.',
      ifNotYou(said),
    ],
    ...accountLink(said),
  }),
  factor_changed: (said) => ({
    subject: 'Your second factor has changed',
    paragraphs: [
      FACTOR_CHANGES[said('change')]?.(FACTORS[said('factor')] ?? 'A second factor') ??
        'A second factor of your account was changed.',
      ifNotYou(said),
    ],
    ...accountLink(said),
  }),
  new_sign_in: (said) => ({
    subject: 'New sign-in to your account',
    paragraphs: [
      `Somebody signed in to your account from a device or network that we have not seen before: ${said('device')}, address ${said('address')}, at ${said('at')}.`,
      'Your account page in the portal lists your sessions, and lets you end each of them.',
      ifNotYou(said),
    ],
    ...linkTo(said, 'See your sessions', '/account'),
  }),
  api_key_created: (said) => ({
    subject: keyChange(said).subject,
    paragraphs: [
      keyChange(said).what,
      'If nobody on your team did this, revoke the key in the portal and contact our support team.',
    ],
    ...linkTo(said, 'See your API keys', '/api-keys'),
  }),
  proposal_expired: (said) => ({
    subject: 'Your proposal has expired',
    paragraphs: [
      `You proposed ${PROPOSED_ACTS[said('act')] ?? 'something'} for ${said('client_name')}, and nobody decided it within ${PROPOSAL_DAYS} days.`,
      'Nothing was carried out. If it is still needed, propose it again and tell another administrator.',
    ],
    ...linkTo(said, 'Open the portal', '/'),
  }),
  low_balance: (said) => ({
    subject: 'Your credits are running low',
    paragraphs: [
      `Your organisation has ${said('available')} ${said('available') === '1' ? 'credit' : 'credits'} available, which is below your notification threshold of ${said('threshold')}.`,
      'Ask your account manager for a top-up before checks start to be refused.',
      ENDINGS.choice,
    ],
    ...linkTo(said, 'Open the wallet', '/wallet'),
  }),
  limit_reached: (said) => ({
    subject:
      said('percent') === '100'
        ? 'A spending limit has been reached'
        : 'A spending limit has nearly been reached',
    paragraphs: [
      `${said('used')} of the ${said('credits')} credits that ${said('who')} can spend per ${said('period')} have been spent.`,
      `Requests beyond the limit are refused until the ${said('period')} ends (UTC) or the limit is raised.`,
      ENDINGS.choice,
    ],
    ...linkTo(said, 'See the limits', '/wallet'),
  }),
  webhook_disabled: (said) => ({
    subject: 'A webhook was turned off',
    paragraphs: [
      `Your webhook ${said('host') === '' ? said('webhook_id') : `to ${said('host')}`} failed for days, so nothing is sent to it any more.`,
      'Fix its receiver and send a test event in the portal, which turns it on again. The events it missed are in the event feed.',
      ENDINGS.choice,
    ],
    ...linkTo(said, 'Open the webhook', `/webhooks/${said('webhook_id')}`),
  }),
  review_decided: (said) => ({
    subject: 'A review was decided',
    paragraphs: [
      said('service') === ''
        ? `The review of your request ${said('request_id')} was decided.`
        : `The review of your check “${said('service')}” was decided: request ${said('request_id')}.`,
      'The report is in the portal and in the API.',
      ENDINGS.choice,
    ],
    ...linkTo(said, 'Open the report', `/checks/${said('request_id')}`),
  }),
};

/** What was proposed, by act. */
const PROPOSED_ACTS: Readonly<Record<string, string>> = {
  requeue: 'a write-off',
  credits: 'a credit movement',
  erasure: 'an erasure',
} satisfies Readonly<Record<ApprovalAct, string>>;

/** What happened to an API key that makes it one to know of. */
function keyChange(said: Said): { subject: string; what: string } {
  const key = `The API key “${said('name')}” of your organisation`;
  if (said('rotated') !== '') {
    return {
      subject: 'A new secret for an API key',
      what: `${key} has a new secret; the previous one works for 24 more hours.`,
    };
  }
  if (said('widened') !== '') {
    return {
      subject: 'An API key may do more',
      what: `${key} was changed: it may now do more, or be used from more network addresses, than before.`,
    };
  }
  return {
    subject: 'A new API key',
    what: `A new API key was created for your organisation: ${said('name')}.`,
  };
}

function withArticle(word: string): string {
  const role = CLIENT_ROLES.find((own) => own === word);
  const name = role === undefined ? word : PEOPLE[role].name.toLowerCase();
  return `${/^[aeiou]/.test(name) ? 'an' : 'a'} ${name}`;
}

const FACTORS: Readonly<Record<string, string>> = { totp: 'An authenticator app', passkey: 'A passkey' };

const FACTOR_CHANGES: Readonly<Record<string, (factor: string) => string>> = {
  added: (factor) => `${factor} was added to your account as a second factor.`,
  removed: (factor) => `${factor} was removed from your account and no longer works as a second factor.`,
  codes: () => 'New recovery codes were generated for your account. The old ones no longer work.',
  reset: () =>
    'An administrator removed every second factor from your account, and all its sessions have ended. Set up a new one when you next sign in.',
};
