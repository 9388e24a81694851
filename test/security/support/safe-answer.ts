import { expect } from 'chai';
import type { Answer } from '../../support/http/client.js';

/** What only the inside of the service knows, and no caller may learn from an error (S44). */
const INSIDE: readonly [what: string, pattern: RegExp][] = [
  ['a stack', /\bat \S+ \(|\bat file:|node:internal|node_modules|\.[cm]?[jt]s:\d+/],
  ['SQL', /\bSELECT\b|\bINSERT INTO\b|\bDELETE FROM\b|\brelation "|syntax error at|duplicate key value/],
  [
    'a program or its version',
    /\b(?:express|typeorm|postgres(?:ql)?|bullmq|ioredis|pino|node\.js)\b|\bv\d+\.\d+\.\d+/i,
  ],
  [
    'an address or file of the machine',
    /\b127\.0\.0\.1:\d+|ECONN|ENOENT|EACCES|\/(?:home|root|usr|var|tmp)\//,
  ],
];

/** The challenge to a token that was given and cannot be used; the characters of the description are RFC 6750's. */
export const UNUSABLE_TOKEN = /^Bearer error="invalid_token", error_description="[ !#-[\]-~]{10,}"$/;

/** Expects the headers that every answer has, and of an error the one shape, with nothing of the inside in it. */
export function expectSafe(what: string, { status, headers, body }: Answer): void {
  expect(status, `${what}: ${JSON.stringify(body)?.slice(0, 300)}`).to.not.equal(500);
  expect(headers.get('content-security-policy'), what).to.match(/default-src 'none'.*frame-ancestors 'none'/);
  expect(headers.get('x-content-type-options'), what).to.equal('nosniff');
  expect(headers.get('x-frame-options'), what).to.equal('DENY');
  expect(headers.get('referrer-policy'), what).to.equal('no-referrer');
  expect(headers.get('cross-origin-opener-policy'), what).to.equal('same-origin');
  expect(headers.get('cache-control'), what).to.match(/no-store|no-cache/);
  expect(headers.get('x-correlation-id'), what).to.match(/^[\w.-]{1,64}$/);
  for (const name of ['x-powered-by', 'server', 'access-control-allow-origin']) {
    expect(headers.get(name), `${what}: ${name}`).to.equal(null);
  }
  if (status < 400) return;
  expect(body, what).to.include.all.keys('status', 'message', 'correlation_id');
  expect(body.correlation_id, what).to.equal(headers.get('x-correlation-id'));
  const text = `${JSON.stringify(body)} ${JSON.stringify([...headers])}`;
  for (const [secret, pattern] of INSIDE) expect(text, `${what} tells ${secret}`).not.to.match(pattern);
}
