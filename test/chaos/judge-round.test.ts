import { expect } from 'chai';
import { judgeRound } from '../../chaos/races/judge-round.js';
import type { Answer, PlayedRound, Post, Round, Stored } from '../../chaos/races/round.js';

const WON = { id: 'ver_won', key: 'k', credits: 5, status: 'completed', evidence: 1 };
const TOP_UP = { kind: 'top_up', amount: 12, available: 12, requestId: null, key: null };
const RESERVE = { kind: 'reserve', amount: 5, available: 7, requestId: 'ver_won', key: null };
const CHARGE = { ...RESERVE, kind: 'charge' };
const PAID_ONCE: Stored = {
  wallet: { balance: 7, reserved: 0 },
  verifications: [WON],
  entries: [TOP_UP, RESERVE, CHARGE],
};
const POST: Post = { key: 'k', body: { subject: 'one' }, price: 5 };
const OTHER: Post = { key: 'k', body: { subject: 'two' }, price: 5 };

const ACCEPTED = { sent: POST, status: 201, body: { request_id: 'ver_won' } };
const REPLAY = { sent: POST, status: 200, body: { request_id: 'ver_won', idempotent_replay: true } };
const REUSED = {
  sent: OTHER,
  status: 422,
  body: {
    status: 'validation_failed',
    message: 'This key belongs to another request.',
    correlation_id: 'c',
    doc_url: '/docs/errors/conflict',
    errors: [{ field: 'idempotency_key', code: 'idempotency_key_reused', message: 'Use a new key.' }],
    request_id: 'ver_won',
  },
};

function refused(price: number, left: number): Answer<Post> {
  const body = { status: 'insufficient_credits', credits_required: price, credits_available: left };
  return { sent: { key: `k-${price}`, body: {}, price }, status: 402, body };
}

interface Overrides extends Partial<Omit<PlayedRound, 'round' | 'stored'>> {
  round?: Partial<Round>;
  stored?: Partial<Stored>;
}

function kindsOf(overrides: Overrides): string[] {
  const { round, stored, answers = [ACCEPTED, REPLAY], ...rest } = overrides;
  const posts = answers.map(({ sent }) => sent);
  const played: PlayedRound = {
    round: { name: 'r', kind: 'same key', credits: 12, prefer: '', grants: [], posts, ...round },
    answers,
    grantAnswers: [],
    stored: { ...PAID_ONCE, ...stored },
    ms: 1,
    ...rest,
  };
  return [...new Set(judgeRound(played).map(({ kind }) => kind))];
}

describe('the judge of a race', () => {
  describe('for a key', () => {
    const others = { kind: 'same key, other bodies' } as const;

    it('finds nothing with one winner, replays of it, and refusals that name it', () => {
      expect(kindsOf({})).to.deep.equal([]);
      expect(kindsOf({ round: others, answers: [REUSED, ACCEPTED, REPLAY] })).to.deep.equal([]);
    });

    it('finds a second winner, and no winner', () => {
      expect(kindsOf({ answers: [ACCEPTED, ACCEPTED] })).to.include('duplicate');
      expect(kindsOf({ answers: [REPLAY, REPLAY] })).to.include('duplicate');
    });

    it('finds a replay of something else, and one for another request', () => {
      const strange = { ...REPLAY, body: { ...REPLAY.body, request_id: 'ver_else' } };
      expect(kindsOf({ answers: [ACCEPTED, strange] })).to.deep.equal(['replay']);
      const mistaken = { ...REPLAY, sent: OTHER };
      expect(kindsOf({ round: others, answers: [ACCEPTED, mistaken] })).to.include('replay');
    });

    it('finds a twin that is refused, and a refusal that names another winner or says too much', () => {
      const twin = { ...REUSED, sent: POST };
      expect(kindsOf({ round: others, answers: [ACCEPTED, twin] })).to.deep.equal(['answer']);
      const strange = { ...REUSED, body: { ...REUSED.body, request_id: 'ver_else' } };
      expect(kindsOf({ round: others, answers: [ACCEPTED, strange] })).to.deep.equal(['replay']);
      const chatty = { ...REUSED, body: { ...REUSED.body, subject: 'one' } };
      expect(kindsOf({ round: others, answers: [ACCEPTED, chatty] })).to.deep.equal(['answer']);
    });

    it('finds an answer that never came, an error, and a replay that does not say that it is one', () => {
      const lost = { sent: POST, status: 0, body: {} };
      expect(kindsOf({ answers: [ACCEPTED, lost] })).to.include('lost');
      expect(kindsOf({ answers: [ACCEPTED, { ...lost, status: 500 }] })).to.deep.equal(['answer']);
      const silent = { ...REPLAY, body: { request_id: 'ver_won' } };
      expect(kindsOf({ answers: [ACCEPTED, silent] })).to.deep.equal(['answer']);
    });
  });

  describe('for what is stored', () => {
    it('finds a second verification, or none, or one under another key', () => {
      const second = { ...WON, id: 'ver_second' };
      expect(kindsOf({ stored: { verifications: [WON, second] } })).to.deep.equal(['duplicate']);
      expect(kindsOf({ stored: { verifications: [] } })).to.include('lost');
      expect(kindsOf({ stored: { verifications: [{ ...WON, key: 'another' }] } })).to.deep.equal(['lost']);
    });

    it('finds what is never settled', () => {
      expect(kindsOf({ stored: { verifications: [{ ...WON, status: 'pending' }] } })).to.deep.equal([
        'stuck',
      ]);
    });

    for (const [what, stored] of Object.entries<Partial<Stored>>({
      'a second reservation': { entries: [TOP_UP, RESERVE, RESERVE, CHARGE] },
      'no charge': { entries: [TOP_UP, RESERVE] },
      'a charge of another amount': { entries: [TOP_UP, RESERVE, { ...CHARGE, amount: 6 }] },
      'a line of nobody': { entries: [TOP_UP, RESERVE, CHARGE, { ...CHARGE, kind: 'adjustment' }] },
      'a line below zero': { entries: [TOP_UP, { ...RESERVE, available: -1 }, CHARGE] },
      'a balance that is off by one': { wallet: { balance: 8, reserved: 0 } },
      'credits that stay reserved': { wallet: { balance: 7, reserved: 5 } },
      'another price': { verifications: [{ ...WON, credits: 6 }] },
      'no consent': { verifications: [{ ...WON, evidence: 0 }] },
    })) {
      it(`finds ${what}`, () => expect(kindsOf({ stored })).to.deep.equal(['imbalance']));
    }
  });

  describe('for the last credits', () => {
    const mixed = { kind: 'last credits, mixed prices' } as const;

    it('finds nothing when nobody was refused who would fit in at the end', () => {
      expect(kindsOf({ round: mixed, answers: [ACCEPTED, refused(8, 7)] })).to.deep.equal([]);
    });

    it('finds somebody who was refused and would have fitted in', () => {
      // The answer as sent, but with another request's credits, which were released.
      const stored = { entries: [TOP_UP, { ...RESERVE, available: 2 }, CHARGE] };
      expect(kindsOf({ round: mixed, stored, answers: [ACCEPTED, refused(6, 2)] })).to.deep.equal([
        'imbalance',
      ]);
    });

    it('finds a refusal that contradicts itself, or names what the ledger never had', () => {
      for (const answer of [refused(12, 12), refused(8, 3)]) {
        expect(kindsOf({ round: mixed, answers: [ACCEPTED, answer] })).to.deep.equal(['imbalance']);
      }
    });

    it('finds that more or fewer were accepted than the credits allow at equal prices', () => {
      const round = { kind: 'last credits' } as const;
      expect(kindsOf({ round, answers: [ACCEPTED, refused(5, 2)] }), 'enough for two').to.include(
        'imbalance',
      );
      expect(kindsOf({ round: { ...round, credits: 4 } }), 'enough for none').to.include('imbalance');
    });
  });

  describe('for credits that arrive', () => {
    const grant = { key: 'g', amount: 3 };
    const round = { kind: 'credits arriving', grants: [grant] } as const;
    const line = { kind: 'top_up', amount: 3, available: 10, requestId: null, key: 'g' };
    const stored = { wallet: { balance: 10, reserved: 0 }, entries: [TOP_UP, RESERVE, CHARGE, line] };
    const added = { sent: grant, status: 201, body: { entry_id: 'ent_1' } };
    const told = { sent: grant, status: 200, body: { entry_id: 'ent_1', idempotent_replay: true } };
    const answers = [ACCEPTED, refused(8, 7)];

    it('finds nothing when each was added once, and refusals were true in their moment', () => {
      expect(kindsOf({ round, stored, answers, grantAnswers: [told, added] })).to.deep.equal([]);
    });

    it('finds credits that were added twice, or not', () => {
      const twice = { wallet: { balance: 13, reserved: 0 }, entries: [...stored.entries, line] };
      for (const wrong of [
        { stored: twice, grantAnswers: [added, told] },
        { stored: PAID_ONCE, grantAnswers: [added, told] },
        { stored, grantAnswers: [added, added] },
        { stored, grantAnswers: [added, { ...told, body: { ...told.body, entry_id: 'ent_2' } }] },
      ]) {
        expect(kindsOf({ round, answers, ...wrong })).to.deep.equal(['imbalance']);
      }
    });
  });
});
