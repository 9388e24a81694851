import { ERROR_STATUS, type ErrorKind } from '../../errors/catalogue.js';
import { DESCRIPTIONS, ERROR_KINDS, nameOf } from '../../openapi/error-schemas.js';
import { FAULT_CODES } from '../../openapi/fault-codes.js';
import type { OpenApiDocument } from '../../openapi/write-document.js';
import { UNCERTAIN } from '../../verifications/openapi/examples.js';
import { firstSentence, type Page } from '../page.js';
import { readSource } from '../source.js';
import { errorNames, fence } from './reference-operation.js';
import { table } from './reference-schema.js';

/** A page for every code an error or a field fault can have; `doc_url` of an error leads to its page. */
export function errorPages(document: OpenApiDocument): Page[] {
  const advice = readAdvice(readSource('docs/site/errors.md'));
  return [
    overview(advice),
    ...ERROR_KINDS.map((kind) => kindPage(document, kind, advice.get(kind))),
    uncertainPage(advice.get('provider_unavailable')),
    ...Object.entries(FAULT_CODES).map(([code, meaning]) => faultPage(code, meaning, advice.get(code))),
  ];
}

/** The sections of the advice, by the code in their headings; the introduction comes before the first of them. */
function readAdvice(text: string): Map<string, string> {
  const [introduction = '', ...sections] = text.split(/^## /m);
  const byCode = sections.map((section): [string, string] => {
    const [code = ''] = section.split('\n', 1);
    return [code.trim(), section.slice(code.length).trim()];
  });
  return new Map([['', introduction.replace(/^# .*\n/, '').trim()], ...byCode]);
}

function overview(advice: ReadonlyMap<string, string>): Page {
  const kinds = [
    ...ERROR_KINDS.map((kind) => [String(ERROR_STATUS[kind]), link(kind), DESCRIPTIONS[kind]]),
    ['503', link('provider_unavailable'), UNCERTAIN_MEANS],
  ].sort(([one = ''], [other = '']) => one.localeCompare(other));
  const faults = Object.entries(FAULT_CODES).map(([code, meaning]) => [link(code), capital(`${meaning}.`)]);
  return {
    path: 'errors',
    title: 'Errors',
    section: 'Errors',
    summary: 'Every error code, what it means and what to do about it.',
    markdown: [
      advice.get(''),
      '## Errors by HTTP status',
      table(['HTTP', '`status`', 'Meaning'], kinds),
      '## Codes of fields',
      `The entries of \`errors\` of a ${link('validation_failed')} have a \`field\`, a \`code\` and a \`message\`.`,
      table(['`code`', 'Meaning'], faults),
    ].join('\n\n'),
    inMenu: true,
  };
}

const UNCERTAIN_MEANS =
  'The request exists and is under manual review, because it is uncertain whether the provider carried it out. Keep the key, and do not submit the request again.';

function link(code: string): string {
  return `[\`${code}\`](/docs/errors/${code})`;
}

function kindPage(document: OpenApiDocument, kind: ErrorKind, advice: string | undefined): Page {
  const { content = {} } = document.components.responses[nameOf(kind)] ?? {};
  const example = content['application/json']?.examples?.[kind]?.value;
  return {
    ...page(kind, DESCRIPTIONS[kind], true),
    markdown: [
      `**HTTP ${ERROR_STATUS[kind]}.** ${DESCRIPTIONS[kind]}`,
      advice === undefined ? undefined : `## What to do\n\n${advice}`,
      example === undefined ? undefined : `## What it looks like\n\n${fence(example)}`,
      `## Where it comes from\n\n${operationsWith(document, kind)}`,
      CORRELATION,
    ]
      .filter((part) => part !== undefined)
      .join('\n\n'),
  };
}

const CORRELATION = 'Log the `correlation_id`: [support](/docs/support) needs it to find the request.';

function uncertainPage(advice: string | undefined): Page {
  return {
    ...page('provider_unavailable', UNCERTAIN_MEANS, true),
    markdown: [
      `**HTTP 503.** ${UNCERTAIN_MEANS}`,
      ...(advice === undefined ? [] : [`## What to do\n\n${advice}`]),
      `## What it looks like\n\n${fence(UNCERTAIN)}`,
      CORRELATION,
    ].join('\n\n'),
  };
}

function faultPage(code: string, meaning: string, advice: string | undefined): Page {
  const fault = { field: '…', code, message: '…' };
  return {
    ...page(code, capital(`${meaning}.`), false),
    markdown: [
      `${capital(meaning)}.`,
      `This is the \`code\` of an entry of \`errors\` in a ${link('validation_failed')} response; \`field\` says where the problem is, and \`message\` how to fix it:`,
      fence(fault),
      ...(advice === undefined ? [] : [`## What to do\n\n${advice}`]),
      'Nothing was stored, and the key is still unused: correct the request and send it again with the same key.',
    ].join('\n\n'),
  };
}

function page(code: string, meaning: string, inMenu: boolean): Omit<Page, 'markdown'> {
  return { path: `errors/${code}`, title: code, section: 'Errors', summary: firstSentence(meaning), inMenu };
}

// A code of more operations than this occurs almost everywhere, and a list would be no help.
const MAX_NAMED_OPERATIONS = 14;

function operationsWith(document: OpenApiDocument, kind: ErrorKind): string {
  const found = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, { responses }]) =>
        Object.values(responses).some((response) =>
          '$ref' in response
            ? response.$ref.endsWith(`/${nameOf(kind)}`)
            : errorNames(response).includes(kind),
        ),
      )
      .map(([method]) => `- \`${method.toUpperCase()} ${path}\``),
  );
  if (found.length === 0) return 'Requests that match no operation.';
  return found.length > MAX_NAMED_OPERATIONS ? 'Most operations can return it.' : found.join('\n');
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
