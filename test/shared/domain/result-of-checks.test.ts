import { expect } from 'chai';
import type { CheckOutcome } from '../../../shared/domain/outcome.js';
import { type CheckState, resultOfChecks } from '../../../shared/domain/result-of-checks.js';
import { REVIEW_REASONS, type ReviewReason } from '../../../shared/domain/states.js';
import { type ServiceCode, serviceOf } from '../../../shared/services/index.js';

const LETTERS: Readonly<Record<string, CheckOutcome | ReviewReason | 'pending'>> = {
  p: 'positive',
  n: 'negative',
  r: 'no_record',
  x: 'rejected',
  A: 'no_answer',
  H: 'history_changed',
  U: 'unclear_answer',
  N: 'not_reached',
  '.': 'pending',
};

/** One check as one letter. */
function checkOf(letter: string): CheckState {
  const meaning = LETTERS[letter];
  const none = { outcome: null, label: null, reviewReason: null };
  if (meaning === undefined) throw new Error(`Unknown letter ${letter}`);
  if (meaning === 'pending') return { ...none, status: 'pending' };
  if (isReviewReason(meaning)) return { ...none, status: 'manual_review', reviewReason: meaning };
  return { ...none, status: 'completed', outcome: meaning, label: `Found: ${meaning}` };
}

function isReviewReason(meaning: CheckOutcome | ReviewReason): meaning is ReviewReason {
  return REVIEW_REASONS.some((reason) => reason === meaning);
}

function resultOf(letters: string, service: ServiceCode = 'kyc_bundle') {
  return resultOfChecks(serviceOf(service), [...letters].map(checkOf));
}

/** All orders of the letters. */
function ordersOf(letters: string): string[] {
  if (letters.length < 2) return [letters];
  return [...letters].flatMap((letter, index) =>
    ordersOf(letters.slice(0, index) + letters.slice(index + 1)).map((rest) => letter + rest),
  );
}

describe('resultOfChecks', () => {
  describe('of a single check', () => {
    for (const [letter, settleBy] of Object.entries({
      p: 'charge',
      n: 'charge',
      r: 'charge',
      x: 'release',
    })) {
      it(`is its own outcome and label when that is ${LETTERS[letter]}, settled by a ${settleBy}`, () => {
        expect(resultOf(letter, 'said_verification')).to.deep.equal({
          status: 'completed',
          outcome: LETTERS[letter],
          label: `Found: ${LETTERS[letter]}`,
          settleBy,
        });
      });
    }
  });

  // Contract 4.4 and architecture 3, for three parts in any order.
  const bundles: readonly [
    letters: string,
    outcome: string,
    settleBy: 'charge' | 'release',
    words: string,
  ][] = [
    ['ppp', 'positive', 'charge', '3 of 3 checks positive'],
    ['nnn', 'negative', 'charge', '3 of 3 checks negative'],
    ['rrr', 'no_record', 'charge', '3 of 3 checks without a record'],
    ['xxx', 'rejected', 'release', '3 of 3 checks refused by the provider'],
    ['ppn', 'negative', 'charge', '1 of 3 checks negative, 2 positive'],
    ['prn', 'negative', 'charge', '1 of 3 checks negative, 1 positive, 1 without a record'],
    ['nnr', 'negative', 'charge', '2 of 3 checks negative, 1 without a record'],
    ['ppr', 'mixed', 'charge', '2 of 3 checks positive, 1 without a record'],
    ['prr', 'mixed', 'charge', '1 of 3 checks positive, 2 without a record'],
    ['ppx', 'mixed', 'charge', '2 of 3 checks positive, 1 refused by the provider'],
    ['rrx', 'mixed', 'charge', '2 of 3 checks without a record, 1 refused by the provider'],
    ['xxp', 'mixed', 'charge', '1 of 3 checks positive, 2 refused by the provider'],
    // A refused part makes the whole mixed even next to a negative one: contract 4.4, `rejected`.
    ['nnx', 'mixed', 'charge', '2 of 3 checks negative, 1 refused by the provider'],
    ['npx', 'mixed', 'charge', '1 of 3 checks negative, 1 positive, 1 refused by the provider'],
    ['xxn', 'mixed', 'charge', '1 of 3 checks negative, 2 refused by the provider'],
  ];
  for (const [letters, outcome, settleBy, words] of bundles) {
    const parts = [...letters].map((letter) => LETTERS[letter]).join(' + ');
    it(`is ${outcome}, settled by one ${settleBy}, for ${parts} in any order`, () => {
      for (const order of ordersOf(letters)) {
        expect(resultOf(order), order).to.deep.equal({
          status: 'completed',
          outcome,
          label: `Standard KYC Bundle: ${words}`,
          settleBy,
        });
      }
    });
  }

  for (const [letters, reviewReason] of Object.entries({
    A: 'no_answer',
    H: 'history_changed',
    U: 'unclear_answer',
    N: 'not_reached',
    ppA: 'no_answer',
    nxU: 'unclear_answer',
    prN: 'not_reached',
    AUN: 'no_answer',
    AHp: 'no_answer',
    HUN: 'history_changed',
    UNp: 'unclear_answer',
    ANx: 'no_answer',
    xxU: 'unclear_answer',
  })) {
    const parts = [...letters].map((letter) => LETTERS[letter]).join(' + ');
    it(`is a manual review because of ${reviewReason}, and moves no credits, for ${parts} in any order`, () => {
      for (const order of ordersOf(letters)) {
        expect(resultOf(order), order).to.deep.equal({ status: 'manual_review', reviewReason });
      }
    });
  }

  it('is a manual review for whatever reason a check is in one', () => {
    for (const reviewReason of REVIEW_REASONS) {
      const check = { status: 'manual_review', outcome: null, label: null, reviewReason } as const;
      const result = resultOfChecks(serviceOf('said_verification'), [check]);
      expect(result).to.deep.equal({ status: 'manual_review', reviewReason });
    }
  });

  for (const letters of ['.', '.pp', '..A', 'xx.', 'A.U', '...']) {
    it(`is open while a check is, as in ${letters}`, () => {
      for (const order of ordersOf(letters)) expect(resultOf(order), order).to.equal(undefined);
    });
  }

  it('refuses a completed check without an outcome', () => {
    const check = { status: 'completed', outcome: null, label: null, reviewReason: null } as const;
    expect(() => resultOfChecks(serviceOf('said_verification'), [check])).to.throw('Bug');
  });

  it('never makes a label longer than its column', () => {
    for (const [letters] of bundles) {
      const result = resultOf(letters, 'employee_bundle');
      expect(result?.status === 'completed' && result.label.length).to.be.lessThan(300);
    }
  });
});
