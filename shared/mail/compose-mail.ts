import type { MailKind } from './kinds.js';
import type { MailData } from './stage-mail.js';

/** A mail as it is sent. */
export interface ComposedMail {
  subject: string;
  text: string;
  html: string;
}

interface Words {
  subject: string;
  paragraphs: readonly string[];
  /** A button, and the address that it leads to. */
  action?: { label: string; url: string };
}

const NOT_YOU =
  'If that was not you, reset your password at once and tell an owner of your team or our support.';
const CHOICE = 'Which of these mails you get is your choice: see your account in the portal.';

/** The words of a mail as plain text and as HTML that needs nothing from outside. `token` is that of its link. */
export function composeMail(kind: MailKind, data: MailData, token: string | undefined): ComposedMail {
  const { subject, paragraphs, action } = WORDS[kind]((name) => String(data[name] ?? ''), token ?? '');
  const lines = [...paragraphs, ...(action === undefined ? [] : [`${action.label}:\n${action.url}`])];
  return {
    subject,
    text: `${lines.join('\n\n')}\n\n-- \nThis mail was sent by itself. Answers are not read.\n`,
    html: htmlOf(subject, paragraphs, action),
  };
}

type Said = (name: string) => string;

const WORDS: Readonly<Record<MailKind, (said: Said, token: string) => Words>> = {
  invitation: (said, token) => ({
    subject: `You are invited to the team of ${said('client_name')}`,
    paragraphs: [
      `${said('client_name')} invites you to its team for identity and background verification, as ${said('role')}.`,
      'Choose a password of your own to begin. The link is good once and for 72 hours.',
      'If you do not know what this is about, leave it: nothing happens then.',
    ],
    action: { label: 'Accept the invitation', url: `${said('base')}/invitation#${token}` },
  }),
  password_reset: (said, token) => ({
    subject: 'Choose a new password',
    paragraphs: [
      'Somebody, probably you, asked for a new password of your account.',
      'The link is good once and for 30 minutes. A new password signs you out everywhere.',
      'If that was not you, leave it: your password stays as it is.',
    ],
    action: { label: 'Choose a new password', url: `${said('base')}/reset-password#${token}` },
  }),
  password_changed: () => ({
    subject: 'Your password has changed',
    paragraphs: [
      'The password of your account has just changed, and every session of it has ended.',
      NOT_YOU,
    ],
  }),
  factor_changed: (said) => ({
    subject: 'Your second factor has changed',
    paragraphs: [said('what') || 'A second factor of your account has just been added or removed.', NOT_YOU],
  }),
  new_sign_in: (said) => ({
    subject: 'A sign-in from a new device',
    paragraphs: [
      `Your account was just signed in to from a device that we have not seen before${said('device') && `: ${said('device')}`}.`,
      NOT_YOU,
    ],
  }),
  api_key_created: (said) => ({
    subject: 'A new API key',
    paragraphs: [
      `A new API key of your organisation was made: ${said('name')}.`,
      'If nobody of your team did that, delete the key in the portal and tell our support.',
    ],
  }),
  low_balance: (said) => ({
    subject: 'Your credits are running low',
    paragraphs: [
      `${said('available')} credits are available, which is below the ${said('threshold')} at which you want to be told.`,
      'Ask your account manager for a top-up before checks are refused.',
      CHOICE,
    ],
  }),
  limit_reached: (said) => ({
    subject: 'A spending limit is reached',
    paragraphs: [
      said('what') || 'A spending limit of your organisation is nearly used up or reached.',
      'Requests beyond it are refused until its period is over or an owner raises it.',
      CHOICE,
    ],
  }),
  webhook_disabled: (said) => ({
    subject: 'A webhook was turned off',
    paragraphs: [
      `The webhook ${said('webhook_id')} failed for days, so nothing is sent to it any more.`,
      'Put its receiver right and send a test event in the portal: that turns it on again. What it missed is in the feed of events.',
      CHOICE,
    ],
  }),
  review_decided: (said) => ({
    subject: 'A review is decided',
    paragraphs: [
      `The review of the request ${said('request_id')} is decided. Its report is in the portal and in the API.`,
      CHOICE,
    ],
  }),
};

const STYLE = {
  page: 'margin:0;padding:24px 12px;background:#f3f5f5;font-family:Arial,Helvetica,sans-serif;color:#1d2b2e',
  card: 'max-width:560px;margin:0 auto;padding:24px;background:#ffffff;border-radius:8px;font-size:16px;line-height:1.5',
  title: 'margin:0 0 16px;font-size:20px;line-height:1.3',
  button:
    'display:inline-block;padding:12px 20px;background:#0b5c66;color:#ffffff;border-radius:6px;text-decoration:none;font-weight:bold',
  address: 'word-break:break-all;font-size:14px;color:#46575a',
  foot: 'margin:24px 0 0;font-size:13px;color:#46575a',
} as const;

function htmlOf(subject: string, paragraphs: readonly string[], action: Words['action']): string {
  const link =
    action === undefined
      ? ''
      : `<p><a href="${escapeHtml(action.url)}" style="${STYLE.button}">${escapeHtml(action.label)}</a></p>
<p style="${STYLE.address}">${escapeHtml(action.url)}</p>`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(subject)}</title>
</head>
<body style="${STYLE.page}">
<main style="${STYLE.card}">
<h1 style="${STYLE.title}">${escapeHtml(subject)}</h1>
${paragraphs.map((paragraph) => `<p>${escapeHtml(paragraph)}</p>`).join('\n')}
${link}
<p style="${STYLE.foot}">This mail was sent by itself. Answers are not read.</p>
</main>
</body>
</html>
`;
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '');
}
