import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { runTool } from './run-tool.js';
import { bearer, type Scan } from './scan.js';
import type { Target } from './target.js';

/** Every text that reaches a statement: in a query, in a path, in a body. */
const INJECTION_POINTS: readonly [
  name: string,
  scope: keyof Target['tokens'],
  path: string,
  body?: object,
][] = [
  [
    'history',
    'client',
    '/api/v1/verifications?subject=0001010000071&status=pending&outcome=positive&idempotency_key=a&created_from=2026-01-01&limit=5',
  ],
  [
    'search',
    'client',
    '/api/v1/verifications/search',
    {
      subject: '0001010000071',
      subject_last4: '0071',
      idempotency_key: 'a',
      created_from: '2026-01-01',
      limit: 5,
    },
  ],
  ['ledger', 'client', '/api/v1/wallet/entries?kind=reserve&request_id=a&created_to=2026-01-01&limit=5'],
  ['report', 'client', '/api/v1/verifications/{id}*'],
  [
    'submission',
    'client',
    '/api/v1/verifications',
    {
      service_code: 'said_verification',
      subject: '0001010000071',
      purpose: 'Scan',
      authority_confirmed: true,
      charge_approved: true,
      idempotency_key: 'scan',
    },
  ],
  ['API key', 'client', '/api/v1/api-keys', { name: 'scan', expires_at: '2099-01-01' }],
  [
    'review desk',
    'support',
    '/api/v1/support/reviews?reason=no_answer&client_id=a&service_code=said_verification&taken=me&limit=5',
  ],
  [
    'audit log',
    'admin',
    '/api/v1/admin/audit-log?actor=system&action=a&target=a&created_from=2026-01-01&limit=5',
  ],
  ['new client', 'admin', '/api/v1/admin/clients', { name: 'Scan', low_balance_threshold: 1 }],
];

/** Statements built from what a caller sends (S35). */
export const sqlmap = INJECTION_POINTS.map(
  ([name, scope, address, body]): Scan => ({
    name: `sqlmap, ${name}`,
    program: 'sqlmap',
    run: async ({ url, tokens, requestId }, limits) => {
      const target = `${url}${address.replace('{id}', requestId)}`;
      const data =
        body === undefined ? [] : ['--data', JSON.stringify(body), '-H', 'Content-Type: application/json'];
      const args = [
        ...['-u', target, ...data, '-H', bearer(tokens[scope]), '--batch', '--flush-session'],
        ...['--level', '3', '--risk', '2', '--dbms', 'PostgreSQL', '--threads', '4'],
        ...['--ignore-code', '401,404', '--skip', 'user-agent,referer'],
        ...['--output-dir', path.join(limits.folder, 'sqlmap')],
      ];
      const result = await runTool('sqlmap', args, limits);
      const found =
        result.output.match(/^.*(?:is vulnerable|injectable with|following injection point).*$/gm) ?? [];
      // Without this sentence it gave up, and finding nothing would mean nothing.
      const concluded = result.cutOff || /do not appear to be injectable/.test(result.output);
      const findings = found.length > 0 || concluded ? found : ['came to no conclusion'];
      return { ...result, findings };
    },
  }),
);

/** Modules that contact only the server under test: `ssrf`, `xxe` and `log4shell` would call one of wapiti's hosts. */
const WAPITI_MODULES =
  'backup,cookieflags,crlf,csp,csrf,exec,file,htaccess,http_headers,methods,permanentxss,redirect,shellshock,sql,timesql,xss';

/** The known weaknesses of web applications. */
export const wapiti: Scan = {
  name: 'wapiti',
  program: 'wapiti',
  run: async ({ url, tokens }, limits) => {
    const report = path.join(limits.folder, 'wapiti.json');
    const starts = INJECTION_POINTS.filter(([, scope, , body]) => scope === 'client' && body === undefined);
    const addresses = [...starts.map(([, , address]) => address.replace('{id}*', 'x')), '/docs'];
    const minutes = String(Math.max(1, Math.floor((limits.seconds - 30) / 60)));
    const args = [
      ...['-u', `${url}/`, '--scope', 'folder', ...addresses.flatMap((address) => ['-s', url + address])],
      ...['-m', WAPITI_MODULES, '-H', bearer(tokens.client), '--max-scan-time', minutes],
      ...['-f', 'json', '-o', report, '--flush-session', '--no-bugreport'],
    ];
    const result = await runTool('wapiti', args, limits);
    return { ...result, findings: readWapiti(report) };
  },
};

/** What it reports about every such service, and why it does not matter here. */
const EXPECTED: readonly [finding: string, why: string][] = [
  [
    'X-XSS-Protection is not set',
    'it is sent as 0: the filter that 1 turns on was itself a weakness and is gone',
  ],
  ['Strict-Transport-Security is not set', 'the scan speaks plain http; the header comes with https'],
];

function readWapiti(file: string): string[] {
  if (!existsSync(file)) return ['made no report'];
  const { vulnerabilities, anomalies } = JSON.parse(readFileSync(file, 'utf8')) as Record<
    'vulnerabilities' | 'anomalies',
    Record<string, { method: string; path: string; info: string }[]>
  >;
  return Object.entries({ ...vulnerabilities, ...anomalies }).flatMap(([kind, found]) =>
    found
      .filter(({ info }) => !EXPECTED.some(([finding]) => info.includes(finding)))
      .map(({ method, path: where, info }) => `${kind}: ${method} ${where}: ${info}`),
  );
}
