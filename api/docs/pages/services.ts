import type { Fact, RecordFact } from '../../../shared/facts/fact.js';
import {
  CAPABILITIES_NOT_CONNECTED,
  checkOf,
  SERVICES,
  type Service,
} from '../../../shared/services/index.js';
import { PRICE_LIST } from '../../../shared/services/price-list.js';
import { exampleReport } from '../../services/example-report.js';
import { firstSentence, type Page } from '../page.js';
import { fence } from './reference-operation.js';
import { table } from './reference-schema.js';

/** An overview of the services, and a page about each: price, subject, facts and an example. */
export function servicePages(): Page[] {
  return [overview(), ...SERVICES.map(servicePage)];
}

function overview(): Page {
  const rows = SERVICES.map((service) => [
    `[${service.label}](/docs/services/${service.code})`,
    `\`${service.code}\``,
    service.category,
    service.input.hint,
    `${PRICE_LIST.credits[service.code]} credits`,
  ]);
  return {
    path: 'services',
    title: 'Services and prices',
    section: 'Services',
    summary: 'Every check with its input, its results and its price.',
    markdown: [
      `Prices are in credits, from price list **${PRICE_LIST.release}**. [\`GET /api/v1/services\`](/docs/reference/services/listServices) has the current ones; send \`credits_approved\` with a request so that it is refused if the price has changed in the meantime.`,
      table(['Service', '`service_code`', 'Category', 'Subject', 'Price'], rows),
      '## Not connected',
      'These checks are not available here; they have no `service_code` and cannot be requested:',
      CAPABILITIES_NOT_CONNECTED.map((label) => `- ${label}`).join('\n'),
    ].join('\n\n'),
    inMenu: true,
  };
}

function servicePage(service: Service): Page {
  const { code, label, description, category, source, input, checks, parameters } = service;
  const about = [
    ['`service_code`', `\`${code}\``],
    ['Category', category],
    ['Price', `${PRICE_LIST.credits[code]} credits (price list ${PRICE_LIST.release})`],
    ['Subject', `${input.hint}, for example \`${input.example}\``],
    ['Source', source],
    ['Parameters', parameters.length === 0 ? 'none' : parameters.map((name) => `\`${name}\``).join(', ')],
    [
      'Biometric consent',
      service.biometricConsentRequired ? 'required: `"biometric_consent": true`' : 'not needed',
    ],
  ];
  return {
    path: `services/${code}`,
    title: label,
    section: 'Services',
    summary: firstSentence(description),
    markdown: [
      description,
      table(['Fact', 'Value'], about),
      '## Request it',
      curl(service),
      '## What it returns',
      ...(checks.length === 1
        ? [
            'The facts are in `result.details`. Facts that the source does not state are absent.',
            factsTable(code),
          ]
        : [
            `${checks.length} checks on one subject for one price. The facts of each are in its entry of \`checks\`:`,
            checks.map((check) => `- [${checkOf(check).label}](/docs/services/${check})`).join('\n'),
          ]),
      '## A whole report',
      'The data is invented. Every completed report looks like this:',
      fence(exampleReport(service)),
      'For every other outcome, see [test subjects](/docs/test-subjects).',
    ].join('\n\n'),
    inMenu: true,
  };
}

function curl({ code, input, biometricConsentRequired }: Service): string {
  const body = {
    service_code: code,
    subject: input.example,
    purpose: 'Tenant screening, lease 17',
    authority_confirmed: true,
    charge_approved: true,
    ...(biometricConsentRequired && { biometric_consent: true }),
  };
  const json = JSON.stringify(body, undefined, 2).replaceAll('\n', '\n    ');
  return `\`\`\`sh\ncurl -s $BASE/verifications -H "Authorization: Bearer $TOKEN" \\\n  -H 'Content-Type: application/json' -H 'Idempotency-Key: ${code}-1' \\\n  -d '${json}'\n\`\`\``;
}

function factsTable(code: Service['code']): string {
  const check = checkOf(code as Parameters<typeof checkOf>[0]);
  return table(['Member', 'Fact', 'Value'], factRows(check.facts, ''));
}

function factRows({ members }: RecordFact, prefix: string): string[][] {
  return Object.entries(members).flatMap(([name, fact]) => {
    const path = `${prefix}${name}`;
    const row = [`\`${path}\``, words(fact), KINDS[fact.kind]];
    if (fact.kind !== 'list') return [row];
    const { item } = fact;
    return item.kind === 'record'
      ? [row, ...factRows(item, `${path}[].`)]
      : [[`\`${path}\``, words(fact), `list of ${KINDS[item.kind]}`]];
  });
}

function words(fact: Fact): string {
  const description = 'description' in fact ? fact.description : undefined;
  return description === undefined ? fact.label : `${fact.label}: ${description}`;
}

const KINDS: Readonly<Record<Fact['kind'], string>> = {
  text: 'text',
  word: 'text, a word or code of the source',
  date: 'date, yyyy-mm-dd',
  money: 'amount in ZAR',
  number: 'number',
  flag: 'true or false',
  list: 'list',
  record: 'object',
};
