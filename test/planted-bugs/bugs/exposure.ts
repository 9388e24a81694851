import type { PlantedBug } from '../planted-bug.js';

/** Defects in what is let in and what leaks out. */
export const exposureBugs: readonly PlantedBug[] = [
  {
    name: 'consent-coerced',
    breaks: 'The text "true" counts as a consent that nobody gave.',
    edits: [
      {
        file: 'api/validation/rules.ts',
        find: '      value === true\n',
        replace: "      value === true || value === 'true'\n",
      },
    ],
    specs: ['test/api/verifications/submission/create-request.test.ts'],
  },
  {
    name: 'unknown-fields-ignored',
    breaks: 'A misspelt field is dropped in silence, and with it what the caller meant.',
    edits: [
      {
        file: 'api/validation/validate-body.ts',
        find: 'if (!fields.has(name)) unknown.push(name);',
        replace: 'if (!fields.has(name)) continue;',
      },
    ],
    specs: ['test/api/validation/rules.test.ts', 'test/api/verifications/submission/create-request.test.ts'],
  },
  {
    name: 'mask-off-by-one',
    breaks: 'One digit more of every identity number is shown.',
    edits: [{ file: 'shared/domain/mask.ts', find: 'const SHOWN = 4;', replace: 'const SHOWN = 5;' }],
    specs: ['test/shared/domain/mask.test.ts'],
  },
  {
    name: 'check-digit-not-checked',
    breaks: 'A mistyped identity number is paid for, or finds another person.',
    edits: [
      {
        file: 'shared/domain/input-types/identity-number.ts',
        find: 'return sum % 10 === 0;',
        replace: 'return sum >= 0;',
      },
    ],
    specs: ['test/shared/domain/input-types/identity-number.test.ts'],
  },
  {
    name: 'error-echoes-the-field-name',
    breaks: 'An error body, and with it logs of proxies, holds an identity number.',
    edits: [
      {
        file: 'shared/domain/echo-name.ts',
        find: 'hidden || holdsIdentityNumber(name, { separated: true }) ? maskSubject(name) : name',
        replace: 'name',
      },
    ],
    specs: ['test/shared/domain/echo-name.test.ts'],
  },
  {
    name: 'error-echoes-the-subject',
    breaks: 'An error body, and with it logs of proxies, holds the subject.',
    edits: [
      {
        file: 'shared/domain/input-types/identity-number.ts',
        find: "return 'Enter the 13 digits of a South African identity number, for example 0001010000071.';",
        replace: "return 'Enter the 13 digits of an identity number, not ' + number;",
      },
    ],
    specs: ['test/shared/domain/input-types.test.ts'],
  },
  {
    name: 'query-in-the-log',
    breaks: 'Whoever reads logs reads the identity numbers that were searched for.',
    edits: [
      {
        file: 'api/middleware/correlate.ts',
        find: '      status: statusOf(res),\n      duration_ms',
        replace: '      status: statusOf(res),\n      url: req.originalUrl,\n      duration_ms',
      },
    ],
    specs: ['test/api/middleware/answers.test.ts', 'test/api/verifications/history/history-filters.test.ts'],
  },
  {
    name: 'error-messages-in-the-log',
    breaks: 'A message of the database driver takes a row with personal data into the log.',
    edits: [
      {
        file: 'shared/logger.ts',
        find: '    name: error.name,\n',
        replace: '    name: error.name,\n    message: error.message,\n',
      },
    ],
    specs: ['test/worker/checks/start-check-consumer.test.ts'],
  },
  {
    name: 'csv-runs-formulas',
    breaks: 'An exported purpose runs as a formula on the desk of whoever opens the file.',
    edits: [{ file: 'api/http/csv.ts', find: 'escape_formulas: true', replace: 'escape_formulas: false' }],
    specs: ['test/api/verifications/history/history-csv.test.ts', 'test/api/wallet/wallet.test.ts'],
  },
  {
    name: 'webhooks-into-our-network',
    breaks: 'A client makes us talk to our own metadata service.',
    edits: [
      {
        file: 'worker/webhooks/guarded-lookup.ts',
        find: 'if (!addresses.every((address) => isAllowedAddress(address, options))) {',
        replace: 'if (!addresses.some((address) => isAllowedAddress(address, options))) {',
      },
    ],
    specs: ['test/worker/webhooks/send.test.ts'],
  },
  {
    name: 'link-local-addresses-allowed',
    breaks: 'A webhook reaches whatever has an address of special use.',
    edits: [
      {
        file: 'shared/webhooks/allowed-address.ts',
        find: "if (range !== 'unicast' || INTERNAL.has(parsed.toString())) return false;",
        replace: 'if (INTERNAL.has(parsed.toString())) return false;',
      },
    ],
    specs: ['test/shared/webhooks/allowed-address.test.ts'],
  },
  {
    name: 'webhook-id-of-every-attempt',
    breaks: 'A receiver cannot tell a repeated event from a new one.',
    edits: [
      {
        file: 'worker/webhooks/compose-message.ts',
        find: "toPublicId('webhookEvent', delivery.event_id)",
        replace: "toPublicId('webhookEvent', crypto.randomUUID())",
      },
    ],
    specs: ['test/worker/webhooks/deliveries.test.ts'],
  },
  {
    name: 'search-continued-by-a-developer',
    breaks: 'Somebody who may see nothing about a person lists the checks of one.',
    edits: [
      {
        file: 'api/verifications/history/list-verifications.ts',
        find: 'if (!reading && filters.subjectHashes !== undefined) throw personalFilter();',
        replace: '',
      },
    ],
    specs: ['test/api/verifications/developer.test.ts'],
  },
  {
    name: 'document-from-before-its-erasure',
    breaks: 'A document that waited for its turn shows what was erased meanwhile.',
    edits: [
      {
        file: 'api/verifications/report/get-report.ts',
        find: 'now.version === report.version ?',
        replace: 'now.version >= report.version ?',
      },
    ],
    specs: ['test/api/personal-data/erased-meanwhile.test.ts'],
  },
];
