import type { PlantedBug } from '../planted-bug.js';

const CLIENT = 'worker/providers/kit/http-client.ts';
const CONNECTION = 'worker/providers/kit/connection.ts';
const CLIENT_SPECS = [
  'test/worker/providers/upstream/client-answers.test.ts',
  'test/worker/providers/upstream/client-connection.test.ts',
];

/** Defects of the paid call and of what its answer is taken for. */
export const providerBugs: readonly PlantedBug[] = [
  {
    name: 'certificate-never-looked-at-again',
    breaks:
      'A busy worker goes on calling after the certificate of the provider has expired or was replaced.',
    edits: [
      {
        file: 'worker/providers/kit/fresh-connections.ts',
        find: 'const session = this.#isVerified() ? this.#session : undefined;',
        replace: 'const session = this.#session;',
      },
    ],
    specs: ['test/worker/providers/upstream/client-ahead.test.ts'],
  },
  {
    name: 'lost-connection-tried-again',
    breaks: 'A call whose connection broke is made again: the provider may be paid twice.',
    edits: [
      {
        file: CLIENT,
        find: 'const withheld = connection.withheld();',
        replace: `if (connection.handedOver() && !reference.endsWith(' again')) {
          return createHttpClient(options)(request, \`\${reference} again\`, mayStillSend);
        }
        const withheld = connection.withheld();`,
      },
    ],
    specs: CLIENT_SPECS,
  },
  {
    name: 'connections-kept-alive',
    breaks: 'A call goes out on an old socket, where a reset may come after the provider has read it.',
    edits: [
      {
        file: CONNECTION,
        find: "import https from 'node:https';",
        replace: `import https from 'node:https';
const KEPT = { http: new http.Agent({ keepAlive: true }), https: new https.Agent({ keepAlive: true }) };`,
      },
      {
        file: CONNECTION,
        find: 'agent: undefined,',
        replace: 'agent: Object.assign(secure ? KEPT.https : KEPT.http, { createConnection }),',
      },
    ],
    specs: CLIENT_SPECS,
  },
  {
    name: 'redirects-followed',
    breaks: 'A 307 sends the paid request a second time, to wherever it says.',
    edits: [
      {
        file: CONNECTION,
        find: "import https from 'node:https';",
        replace: "import https from 'node:https';\nimport follow from 'follow-redirects';",
      },
      {
        file: CONNECTION,
        find: 'const { request } = secure ? https : http;',
        replace: 'const { request } = secure ? follow.https : follow.http;',
      },
    ],
    specs: CLIENT_SPECS,
  },
  {
    name: 'proxy-of-the-environment',
    breaks: 'HTTP_PROXY decides who reads identity numbers and the provider key.',
    edits: [{ file: CLIENT, find: '  proxy: false,\n', replace: '' }],
    specs: CLIENT_SPECS,
  },
  {
    name: 'deadline-starts-anew-with-every-byte',
    breaks: 'A dripping answer holds a worker for ever.',
    edits: [{ file: CLIENT, find: 'signal: deadline.signal,', replace: 'timeout: options.timeoutMs,' }],
    specs: CLIENT_SPECS,
  },
  {
    name: 'timeout-taken-for-not-sent',
    breaks: 'A call that ran into its deadline is made again although it was read.',
    edits: [
      {
        file: CLIENT,
        find: "kind: connection.handedOver() ? 'no_answer' : 'not_sent'",
        replace: "kind: connection.handedOver() && !deadline.signal.aborted ? 'no_answer' : 'not_sent'",
      },
    ],
    specs: CLIENT_SPECS,
  },
  {
    name: 'certificate-not-checked',
    breaks: 'Anybody between us and the provider reads identity numbers and the key.',
    edits: [
      {
        file: 'worker/providers/kit/dial.ts',
        find: 'rejectUnauthorized: true',
        replace: 'rejectUnauthorized: false',
      },
    ],
    specs: ['test/worker/providers/upstream/client-tls.test.ts'],
  },
  {
    name: 'server-errors-retried',
    breaks: 'A 5xx is tried again although the provider may have done, and charged, the work.',
    edits: [
      {
        file: 'worker/providers/upstream/outcome-table.ts',
        find: "{ kind: 'answer', statuses: [500, 599], meaning: 'server_error' }",
        replace: "{ kind: 'answer', statuses: [500, 599], meaning: 'rate_limited' }",
      },
    ],
    specs: CLIENT_SPECS,
  },
  {
    name: 'gateway-taken-for-provider',
    breaks:
      'A 403 that a gateway answers for itself, in front of finished work, is called again and paid again.',
    edits: [
      {
        file: 'worker/providers/upstream/outcome-table.ts',
        find: "{ kind: 'answer', statuses: [401, 403], errorCode: 'any', meaning: 'credentials' }",
        replace: "{ kind: 'answer', statuses: [401, 403], meaning: 'credentials' }",
      },
    ],
    specs: CLIENT_SPECS,
  },
  {
    name: 'unknown-statuses-refused',
    breaks: 'What nobody knows the meaning of is free of charge and settled, instead of under review.',
    edits: [
      {
        file: 'worker/providers/upstream/outcome-table.ts',
        find: "{ kind: 'answer', meaning: 'unexpected_status' }",
        replace: "{ kind: 'answer', meaning: 'refused' }",
      },
    ],
    specs: CLIENT_SPECS,
  },
  {
    name: 'answer-about-somebody-else',
    breaks: 'A report shows the facts of another person.',
    edits: [
      {
        file: 'worker/providers/upstream/routes/read-answer.ts',
        find: 'if (subject !== input.subject || (echo ?? subject) !== subject)',
        replace: 'if ((echo ?? subject) !== subject)',
      },
    ],
    specs: [
      'test/worker/providers/upstream/fixtures.test.ts',
      'test/worker/providers/upstream/findings.test.ts',
    ],
  },
  {
    name: 'subject-echoed-in-facts',
    breaks: 'Reports, exports and PDFs show the whole identity number.',
    edits: [
      {
        file: 'worker/providers/kit/present-facts.ts',
        find: 'JSON.stringify(masked)',
        replace: 'JSON.stringify(details)',
      },
    ],
    specs: [
      'test/worker/providers/upstream/fixtures.test.ts',
      'test/worker/providers/upstream/findings.test.ts',
    ],
  },
];
