import type { Finding } from '../check/find-broken-promises.js';
import { differences } from './differences.js';
import type { Grant, PlayedRound, StoredEntry } from './round.js';
import type { Named, Sorted } from './sort-answers.js';

/** Compares what was accepted and granted with PostgreSQL: every row and every credit is accounted for. */
export function judgeStored(played: PlayedRound, { accepted }: Sorted): Finding[] {
  const { round, stored } = played;
  const granted = sum(round.grants.map(({ amount }) => amount));
  const charged = sum(accepted.map(({ sent }) => sent.price));
  const { length } = accepted;
  const { entries } = stored;
  const topUps = round.grants.length + (round.credits > 0 ? 1 : 0);
  return [
    ...differences('duplicate', { verifications: length }, { verifications: stored.verifications.length }),
    ...differences(
      'imbalance',
      {
        reservations: length,
        charges: length,
        'top-ups': topUps,
        'lines of the ledger': 2 * length + topUps,
      },
      {
        reservations: ofKind(entries, 'reserve').length,
        charges: ofKind(entries, 'charge').length,
        'top-ups': ofKind(entries, 'top_up').length,
        'lines of the ledger': entries.length,
      },
    ),
    ...differences('imbalance', { balance: round.credits + granted - charged, reserved: 0 }, stored.wallet),
    ...differences('imbalance', { 'lines below zero': 0 }, { 'lines below zero': countNegative(entries) }),
    ...accepted.flatMap((answer) => judgeAccepted(answer, played)),
    ...round.grants.flatMap((grant) => judgeGrant(grant, played)),
  ];
}

/** It is stored once, under its key and id, completed, paid for at its price, with one consent. */
function judgeAccepted({ id, sent }: Named, { stored }: PlayedRound): Finding[] {
  const row = stored.verifications.find((verification) => verification.id === id);
  if (row === undefined || row.key !== sent.key) {
    return [{ kind: 'lost', what: `${id} was accepted and is not stored under ${sent.key}` }];
  }
  if (row.status !== 'completed') return [{ kind: 'stuck', what: `${id} is ${row.status}` }];
  const own = stored.entries.filter(({ requestId }) => requestId === id);
  const amountsOf = (kind: string): number => sum(ofKind(own, kind).map(({ amount }) => amount));
  const { price } = sent;
  const found = differences(
    'imbalance',
    { lines: 2, price, reserved: price, charged: price, evidence: 1 },
    {
      lines: own.length,
      price: row.credits,
      reserved: amountsOf('reserve'),
      charged: amountsOf('charge'),
      evidence: row.evidence,
    },
  );
  return found.map(({ kind, what }) => ({ kind, what: `${id}, ${what}` }));
}

/** Of the two attempts, one added the credits and the other was told that they had been added. */
function judgeGrant({ key, amount }: Grant, { grantAnswers, stored }: PlayedRound): Finding[] {
  const own = grantAnswers.filter(({ sent }) => sent.key === key);
  const replays = own.filter(({ status, body }) => status === 200 && body.idempotent_replay === true);
  const lines = ofKind(stored.entries, 'top_up').filter((entry) => entry.key === key);
  const found = differences(
    'imbalance',
    { added: 1, replayed: 1, 'entries told of': 1, lines: 1, credits: amount },
    {
      added: own.filter(({ status }) => status === 201).length,
      replayed: replays.length,
      'entries told of': new Set(own.map(({ body }) => body.entry_id)).size,
      lines: lines.length,
      credits: sum(lines.map((line) => line.amount)),
    },
  );
  return found.map(({ kind, what }) => ({ kind, what: `${key}, ${what}` }));
}

function ofKind(entries: readonly StoredEntry[], kind: string): StoredEntry[] {
  return entries.filter((entry) => entry.kind === kind);
}

function countNegative(entries: readonly StoredEntry[]): number {
  return entries.filter(({ available }) => available < 0).length;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
