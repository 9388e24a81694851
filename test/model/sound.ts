import { expect } from 'chai';
import type { Seen } from './observe.js';

const STATUS_CHANGES: Readonly<Record<string, readonly string[]>> = {
  pending: ['pending', 'completed', 'manual_review'],
  manual_review: ['manual_review', 'completed', 'pending'],
  completed: ['completed'],
};

/** The promises themselves, checked on what is observed, regardless of the model. */
export function expectSound(before: Seen, after: Seen): void {
  for (const [client, wallet] of Object.entries(after.wallets)) {
    expect(wallet.reserved, 'reserved credits').to.be.within(0, wallet.balance);
    const earlier = before.wallets[client]?.entries ?? [];
    expect(wallet.entries.slice(0, earlier.length), 'the ledger only grows').to.deep.equal(earlier);
  }
  expect(
    sum(after.verifications, ({ reserved }) => reserved),
    'credits held by verifications',
  ).to.equal(sum(after.wallets, ({ reserved }) => reserved));
  for (const [id, verification] of Object.entries(after.verifications)) {
    const earlier = before.verifications[id];
    if (earlier !== undefined) expectAllowed(earlier, verification);
    for (const check of Object.values(verification.checks)) {
      const possible = check.calls.filter((call) => /^(started|refused(?!_)|answered|uncertain)/.test(call));
      expect(possible, 'calls of one check that may have been received').to.have.length.at.most(1);
    }
  }
  expect(Object.keys(after.verifications), 'no request is lost').to.include.members(
    Object.keys(before.verifications),
  );
}

type SeenVerification = Seen['verifications'][string];

function expectAllowed(before: SeenVerification, after: SeenVerification): void {
  expect(STATUS_CHANGES[before.status], `from ${before.status}`).to.include(after.status);
  expect(after.credits, 'the price of a verification').to.equal(before.credits);
  expect(after.version, 'versions').to.be.at.least(before.version);
  if (before.status !== 'completed') return;
  const { checks: _before, holder: _holder, ...settled } = before;
  expect(after, 'a completed verification').to.deep.include(settled);
}

function sum<Item>(items: Readonly<Record<string, Item>>, of: (item: Item) => number): number {
  return Object.values(items).reduce((total, item) => total + of(item), 0);
}
