import { escapeHtml } from '../../shared/escape-html.js';
import type { MailData, MailKind } from '../../shared/mail/kinds.js';
import { WORDS, type Words } from './words.js';

/** A mail ready to be sent. */
export interface ComposedMail {
  subject: string;
  text: string;
  html: string;
}

/** Composes a mail as plain text and as HTML that loads nothing external. `token` goes into its link. */
export function composeMail(kind: MailKind, data: MailData, token: string | undefined): ComposedMail {
  const { subject, paragraphs, action } = WORDS[kind]((name) => String(data[name] ?? ''), token ?? '');
  const lines = [...paragraphs, ...(action === undefined ? [] : [`${action.label}:\n${action.url}`])];
  return {
    subject,
    text: `${lines.join('\n\n')}\n\n-- \n${FOOT}\n`,
    html: htmlOf(subject, paragraphs, action),
  };
}

const SENDER = 'Verification service';
const FOOT = 'This is an automatic message. Replies are not read.';

const STYLE = {
  page: 'margin:0;padding:24px 12px;background:#f3f5f5;font-family:Arial,Helvetica,sans-serif;color:#1d2b2e',
  card: 'max-width:560px;margin:0 auto;overflow-wrap:anywhere;padding:24px;background:#ffffff;border-radius:8px;font-size:16px;line-height:1.5',
  sender: 'margin:0 auto;max-width:560px;padding:0 4px 12px;font-size:14px;font-weight:bold;color:#1b6483',
  title: 'margin:0 0 16px;font-size:20px;line-height:1.3',
  button:
    'display:inline-block;padding:12px 20px;background:#1b6483;color:#ffffff;border-radius:6px;text-decoration:none;font-weight:bold',
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
<meta name="color-scheme" content="light">
<title>${escapeHtml(subject)}</title>
</head>
<body style="${STYLE.page}">
<header style="${STYLE.sender}">${SENDER}</header>
<main style="${STYLE.card}">
<h1 style="${STYLE.title}">${escapeHtml(subject)}</h1>
${paragraphs.map((paragraph) => `<p>${escapeHtml(paragraph)}</p>`).join('\n')}
${link}
<p style="${STYLE.foot}">${FOOT}</p>
</main>
</body>
</html>
`;
}
