import { expect } from 'chai';
import type { Finding } from '../../chaos/check/find-broken-promises.js';

/** More say nothing new, and mocha shows nothing at all of a list that is too long. */
const SHOWN = 20;

/** Fails with what was found, in words. */
export function expectNoFindings(findings: readonly Finding[]): void {
  const shown = findings.slice(0, SHOWN).map(({ kind, what }) => `${kind}: ${what}`);
  expect(shown, `${findings.length} findings`).to.deep.equal([]);
}
