import { expect } from 'chai';
import fc from 'fast-check';
import {
  availableCredits,
  ENTRY_KINDS,
  type LedgerLine,
  moveCredits,
  type WalletBalance,
} from '../../../shared/domain/ledger.js';

function walletOf(balance: number, reserved: number): WalletBalance {
  return { clientId: 'client', balance, reserved, lastEntryNo: 0 };
}

/** The rules of contract 5, formulated differently from the code. */
function model(wallet: WalletBalance, kind: (typeof ENTRY_KINDS)[number], amount: number) {
  const credited = kind === 'top_up' || kind === 'adjustment' ? amount : 0;
  const spent = kind === 'charge' ? amount : 0;
  const held = kind === 'reserve' ? amount : kind === 'charge' || kind === 'release' ? -amount : 0;
  return { balance: wallet.balance + credited - spent, reserved: wallet.reserved + held };
}

const anyMove = fc.oneof(
  fc.record({
    kind: fc.constantFrom(...ENTRY_KINDS.filter((kind) => kind !== 'adjustment')),
    amount: fc.integer({ min: 1, max: 40 }),
  }),
  fc.record({
    kind: fc.constant('adjustment' as const),
    amount: fc.integer({ min: -40, max: 40 }).filter((amount) => amount !== 0),
  }),
);

describe('moveCredits', () => {
  it('follows the model, whatever happens to a wallet, and refuses what would break it', () => {
    fc.assert(
      fc.property(fc.array(anyMove, { maxLength: 60 }), (moves) => {
        const wallet = walletOf(0, 0);
        const lines: LedgerLine[] = [];
        for (const { kind, amount } of moves) {
          const before = { ...wallet };
          const after = model(wallet, kind, amount);
          if (after.reserved < 0 || after.reserved > after.balance) {
            expect(() => moveCredits(wallet, kind, amount)).to.throw('Bug');
            expect(wallet, 'a refused move changes nothing').to.deep.equal(before);
            continue;
          }
          lines.push(moveCredits(wallet, kind, amount));
          expect(wallet).to.include(after);
          expect(lines.at(-1)).to.include({
            kind,
            amount,
            balanceAfter: after.balance,
            reservedAfter: after.reserved,
          });
        }
        const sum = (field: 'balanceDelta' | 'reservedDelta') =>
          lines.reduce((total, line) => total + line[field], 0);
        expect(wallet).to.include({ balance: sum('balanceDelta'), reserved: sum('reservedDelta') });
        expect(lines.map(({ entryNo }) => entryNo)).to.deep.equal(lines.map((_line, index) => index + 1));
        expect(wallet.lastEntryNo).to.equal(lines.length);
      }),
    );
  });

  const lives = [
    { what: 'a charged hold', kinds: ['reserve', 'charge'], balance: 88, reserved: 0 },
    { what: 'a released hold', kinds: ['reserve', 'release'], balance: 100, reserved: 0 },
    { what: 'an open hold', kinds: ['reserve'], balance: 100, reserved: 12 },
    { what: 'a top-up', kinds: ['top_up'], balance: 112, reserved: 0 },
  ] as const;
  for (const { what, kinds, balance, reserved } of lives) {
    it(`leaves ${balance} with ${reserved} reserved of 100 after ${what} of 12`, () => {
      const wallet = walletOf(100, 0);
      for (const kind of kinds) moveCredits(wallet, kind, 12);
      expect(wallet).to.include({ balance, reserved });
      expect(availableCredits(wallet)).to.equal(balance - reserved);
    });
  }

  const refused = [
    { what: 'a reservation of more than is available', balance: 10, reserved: 5, kind: 'reserve', amount: 6 },
    { what: 'a charge of what is not reserved', balance: 10, reserved: 5, kind: 'charge', amount: 6 },
    { what: 'a release of what is not reserved', balance: 10, reserved: 5, kind: 'release', amount: 6 },
    { what: 'an adjustment into what is reserved', balance: 10, reserved: 5, kind: 'adjustment', amount: -6 },
  ] as const;
  for (const { what, balance, reserved, kind, amount } of refused) {
    it(`refuses ${what}, and takes one credit less`, () => {
      expect(() => moveCredits(walletOf(balance, reserved), kind, amount)).to.throw('Bug');
      moveCredits(walletOf(balance, reserved), kind, amount - Math.sign(amount));
    });
  }
});
