import { readFileSync } from 'node:fs';
import { expect } from 'chai';

const PAGE = readFileSync('docs/high-availability.md', 'utf8');
const [, BACKEND = ''] = /^```\nbackend api\n([\s\S]*?)^```$/m.exec(PAGE) ?? [];

describe('The documented load balancer', () => {
  it('tells the service who calls, instead of what the caller says of itself', () => {
    expect(BACKEND).to.match(/^ {2}option forwardfor$/m);
  });

  it('repeats nothing that could be done twice', () => {
    const repeatable = 'METH_GET or { path /api/v1/verifications } { req.hdr(idempotency-key) -m found }';
    expect(BACKEND).to.include(`  http-request disable-l7-retry unless ${repeatable}\n`);
  });
});
