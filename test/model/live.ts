import assert from 'node:assert/strict';
import { isDeepStrictEqual } from 'node:util';
import { bind } from './bind.js';
import type { ModelState } from './model/state.js';
import { expected, observe, type Seen } from './observe.js';
import { expectSound } from './sound.js';
import type { Step } from './steps.js';
import type { BoundStep, World } from './world.js';

/**
 * Plays one life: performs the steps of each group concurrently, and searches for an order in which the model gives the
 * same answers and ends in the same state. Fails if there is none, or if what is observed contradicts itself.
 */
export async function live(world: World, groups: readonly (readonly Step[])[]): Promise<void> {
  let seen = await observe(world);
  for (const group of groups) {
    const steps = [...new Set(group.flatMap((step) => bind(step, world) ?? []))];
    const answers = await Promise.all(steps.map((step) => step.run()));
    const before = seen;
    seen = await observe(world);
    expectSound(before, seen);
    world.state = explain(world.state, steps, answers, seen);
    if (group.every(({ kind }) => mayHappenAgain(kind))) world.past.push(...steps);
  }
}

/** Steps of several transactions do not take effect at one moment: they run alone, and once. */
function mayHappenAgain(kind: Step['kind']): boolean {
  return kind !== 'age' && kind !== 'reconcile' && kind !== 'quarantine';
}

interface Told {
  answers: unknown[];
  seen: Seen;
}

function explain(
  state: ModelState,
  steps: readonly BoundStep[],
  answers: readonly unknown[],
  seen: Seen,
): ModelState {
  const tellings = ordersOf([...steps.keys()]).map((order) => tell(state, steps, order));
  const fitting = tellings.find(({ told }) => isDeepStrictEqual(told, { answers, seen }));
  if (fitting !== undefined) return fitting.after;
  const words = steps.map((step) => step.words).join('\n  and at once: ');
  const nearest = tellings.find(({ told }) => isDeepStrictEqual(told.seen, seen)) ?? tellings[0];
  try {
    assert.deepEqual({ answers, seen }, nearest?.told);
  } catch (difference) {
    throw new Error(`No order of these explains what happened:\n  ${words}`, { cause: difference });
  }
  throw new Error(`There is no difference after: ${words}`);
}

/** What the model makes of the steps in this order. */
function tell(
  state: ModelState,
  steps: readonly BoundStep[],
  order: readonly number[],
): { after: ModelState; told: Told } {
  const after = structuredClone(state);
  const answers: unknown[] = [];
  for (const index of order) answers[index] = steps[index]?.apply(after);
  return { after, told: { answers, seen: expected(after) } };
}

function ordersOf(items: readonly number[]): number[][] {
  if (items.length === 0) return [[]];
  return items.flatMap((first) =>
    ordersOf(items.filter((item) => item !== first)).map((rest) => [first, ...rest]),
  );
}
