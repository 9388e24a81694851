import fc from 'fast-check';
import type { AnsweredOutcome } from '../../shared/domain/outcome.js';
import type { ServiceCode } from '../../shared/services/index.js';
import type { CallNews } from './model/settle.js';

/** Names a verification: 0 is the newest one that the step is meant for. */
type Pick = number;

/** Where a step of a life happens: which of two connection pools, as if two processes were at work. */
interface Somewhere {
  process: 0 | 1;
}

export interface AcceptStep extends Somewhere {
  kind: 'accept';
  submissions: {
    client: number;
    service: ServiceCode;
    key: number;
    purpose: number;
    /** What this release charges beyond the price list. */
    surcharge: number;
  }[];
}

export type Step =
  | AcceptStep
  | (Somewhere & { kind: 'mark'; checks: { pick: Pick; position: number }[]; overdue: boolean })
  | (Somewhere & {
      kind: 'settle';
      checks: { pick: Pick; position: number; call: number; news: CallNews }[];
    })
  | (Somewhere & { kind: 'giveUp'; pick: Pick; position: number })
  | (Somewhere & { kind: 'requeue'; picks: Pick[]; confirmed: boolean; by: number })
  | (Somewhere & { kind: 'resolve'; pick: Pick; outcome: AnsweredOutcome | 'closed'; by: number })
  | (Somewhere & { kind: 'applyLateAnswer'; pick: Pick; by: number })
  | (Somewhere & { kind: 'take'; pick: Pick; by: number })
  | (Somewhere & { kind: 'giveBack'; pick: Pick; by: number })
  | (Somewhere & { kind: 'moveCredits'; client: number; key: number; amount: number })
  /** Any earlier step once more, as after a commit whose answer was lost. */
  | (Somewhere & { kind: 'again'; nth: number })
  | (Somewhere & { kind: 'age'; pick: Pick })
  | (Somewhere & { kind: 'reconcile' | 'quarantine' });

const process = fc.constantFrom(0 as const, 1 as const);
const pick = fc.nat(3);
const position = fc.nat(2);
const by = fc.nat(2);

const SERVICES: readonly ServiceCode[] = [
  'said_verification',
  'kyc_bundle',
  'employee_bundle',
  'vehicle_check',
];
const NEWS: readonly CallNews[] = [
  ...(['positive', 'negative', 'no_record', 'rejected'] as const),
  ...(['unclear_answer', 'no_answer', 'not_sent', 'refused_for_now'] as const),
  // Frequent, because much follows from it: late answers, write-offs, second calls.
  ...(['lost', 'lost', 'lost'] as const),
];

const submission = fc.record({
  client: fc.nat(1),
  service: fc.constantFrom(...SERVICES),
  key: fc.nat(5),
  purpose: fc.nat(9).map((number) => (number === 9 ? 1 : 0)),
  surcharge: fc.nat(2),
});

const atOnce: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('accept' as const),
      process,
      submissions: fc.array(submission, { minLength: 1, maxLength: 3 }),
    }),
  },
  {
    weight: 8,
    arbitrary: fc.record({
      kind: fc.constant('mark' as const),
      process,
      checks: fc.array(fc.record({ pick, position }), { minLength: 1, maxLength: 4 }),
      overdue: fc.boolean(),
    }),
  },
  {
    weight: 14,
    arbitrary: fc.record({
      kind: fc.constant('settle' as const),
      process,
      checks: fc.array(fc.record({ pick, position, call: fc.nat(1), news: fc.constantFrom(...NEWS) }), {
        minLength: 1,
        maxLength: 4,
      }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('giveUp' as const), process, pick, position }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('requeue' as const),
      process,
      picks: fc.array(pick, { minLength: 1, maxLength: 2 }),
      confirmed: fc.boolean(),
      by,
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('resolve' as const),
      process,
      pick,
      outcome: fc.constantFrom(
        'positive' as const,
        'negative' as const,
        'no_record' as const,
        'closed' as const,
      ),
      by,
    }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('applyLateAnswer' as const), process, pick, by }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('take' as const), process, pick, by }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('giveBack' as const), process, pick, by }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('moveCredits' as const),
      process,
      client: fc.nat(1),
      key: fc.nat(3),
      amount: fc.integer({ min: -60, max: 60 }).filter((amount) => amount !== 0),
    }),
  },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('again' as const), process, nth: fc.nat(5) }) },
);

const alone: fc.Arbitrary<Step> = fc.oneof(
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('age' as const), process, pick }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('reconcile' as const), process }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('quarantine' as const), process }) },
);

/** What happens in a life: one group after the other, the steps of a group at the same time. */
export const lives: fc.Arbitrary<Step[][]> = fc.noBias(
  fc.array(
    fc.oneof(
      { weight: 4, arbitrary: atOnce.map((only) => [only]) },
      { weight: 3, arbitrary: fc.array(atOnce, { minLength: 2, maxLength: 3 }) },
      { weight: 1, arbitrary: alone.map((only) => [only]) },
    ),
    { minLength: 1, maxLength: 25, size: 'max' },
  ),
);
