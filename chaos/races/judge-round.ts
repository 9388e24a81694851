import type { Finding } from '../check/find-broken-promises.js';
import { differences } from './differences.js';
import { judgeStored } from './judge-stored.js';
import type { PlayedRound } from './round.js';
import { type Sorted, sortAnswers } from './sort-answers.js';

/** Finds what is wrong with a round: answers its kind does not allow, and counts that are not exact. */
export function judgeRound(played: PlayedRound): Finding[] {
  const { round } = played;
  const sorted = sortAnswers(played);
  const oneKey = round.kind === 'same key' || round.kind === 'same key, other bodies';
  const findings = [
    ...judgeOthers(sorted),
    ...(oneKey ? judgeOneKey(played, sorted) : judgeLastCredits(played, sorted)),
    ...judgeStored(played, sorted),
  ];
  return findings.map(({ kind, what }) => ({ kind, what: `${round.name} (${round.kind}): ${what}` }));
}

function judgeOthers({ others }: Sorted): Finding[] {
  return others.map(({ status, body }) => ({
    kind: status === 0 ? 'lost' : 'answer',
    what: `answered with ${status}: ${JSON.stringify(body).slice(0, 300)}`,
  }));
}

/** One winner; its twins are replays of it, and all others are told that the key is taken. */
function judgeOneKey({ answers }: PlayedRound, { accepted, replays, reused, refused }: Sorted): Finding[] {
  const [winner] = accepted;
  if (winner === undefined || accepted.length > 1) {
    return [{ kind: 'duplicate', what: `${accepted.length} were accepted` }];
  }
  const twins = answers.filter(({ sent }) => sent.body === winner.sent.body).length - 1;
  const expected = { replays: twins, reused: answers.length - twins - 1, refused: 0 };
  const counted = { replays: replays.length, reused: reused.length, refused: refused.length };
  const misnamed = [...replays, ...reused].filter(({ id }) => id !== winner.id);
  const mistaken = replays.filter(({ sent }) => sent.body !== winner.sent.body);
  return [
    ...differences('answer', expected, counted),
    ...misnamed.map(({ id }): Finding => ({ kind: 'replay', what: `${winner.id} was called ${id}` })),
    ...mistaken.map(({ id }): Finding => ({ kind: 'replay', what: `another request was taken for ${id}` })),
  ];
}

/**
 * Nobody may be refused who could have been served. All subjects are charged and none is released, so apart from grants
 * the available credits only shrink: a request refused in a round without grants would not fit at its end either. The
 * balance stated by a refusal must be one that the ledger had at some moment, and too small.
 */
function judgeLastCredits({ round, stored }: PlayedRound, sorted: Sorted): Finding[] {
  const { accepted, replays, reused, refused } = sorted;
  const left = stored.wallet.balance - stored.wallet.reserved;
  const held = new Set([round.credits, ...stored.entries.map(({ available }) => available)]);
  const wrong = refused.filter(
    ({ sent, body }) =>
      typeof body.credits_available !== 'number' ||
      body.credits_available >= sent.price ||
      !held.has(body.credits_available) ||
      (round.grants.length === 0 && left >= sent.price),
  );
  return [
    ...differences('answer', { replays: 0, reused: 0 }, { replays: replays.length, reused: reused.length }),
    ...(round.kind === 'last credits' ? judgeEqualPrices(round, accepted.length) : []),
    ...wrong.map(({ sent, body }): Finding => {
      const what = `${sent.price} credits were refused with ${body.credits_available} of ${left} at the end`;
      return { kind: 'imbalance', what };
    }),
  ];
}

function judgeEqualPrices({ credits, posts }: PlayedRound['round'], accepted: number): Finding[] {
  const price = posts[0]?.price ?? 1;
  const enoughFor = Math.min(posts.length, Math.floor(credits / price));
  return differences('imbalance', { accepted: enoughFor }, { accepted });
}
