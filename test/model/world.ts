import type { Database } from '../../shared/db/database.js';
import { buildClient, buildUser } from '../support/database/factories.js';
import type { ModelState, ModelVerification } from './model/state.js';
import type { AcceptStep, Step } from './steps.js';

/** Credits of a client at the start: soon used up, so that refusals happen too. */
const FIRST_CREDITS = 100;

/** One step, ready to be done to the service and to the model; both give an answer. */
export interface BoundStep {
  words: string;
  run(): Promise<unknown>;
  apply(state: ModelState): unknown;
}

/** One life: two clients and two reviewers of its own, and the model's view of them. */
export interface World {
  processes: readonly [Database, Database];
  clients: readonly string[];
  reviewers: readonly string[];
  state: ModelState;
  /** The steps so far that may be done again. */
  past: BoundStep[];
  /** One pass of the worker's reconciler. */
  reconcile(): Promise<{ lostCalls: number; neverReached: number }>;
}

/** The step that a word stands for in this world; undefined when it speaks of something that is not there. */
export type Bind<Kind extends Step['kind']> = (
  step: Extract<Step, { kind: Kind }>,
  world: World,
  db: Database,
) => BoundStep | undefined;

/** Makes new clients with some credits, and reviewers. */
export async function createWorld(
  processes: World['processes'],
  reconcile: World['reconcile'],
): Promise<World> {
  const [db] = processes;
  const made = () => buildClient(db, { balance: FIRST_CREDITS });
  const clients = [(await made()).id, (await made()).id];
  const reviewer = () => buildUser(db, { clientId: null });
  const reviewers = [(await reviewer()).id, (await reviewer()).id];
  const entry = { kind: 'top_up', amount: FIRST_CREDITS, verification: null } as const;
  return {
    processes,
    clients,
    reviewers,
    state: {
      wallets: Object.fromEntries(clients.map((client) => [client, [{ ...entry }]])),
      verifications: [],
      moves: [],
      notes: [],
    },
    past: [],
    reconcile,
  };
}

/** The id of a client by number. */
export function clientOf({ clients }: World, number: AcceptStep['submissions'][number]['client']): string {
  return clients[number % clients.length] ?? '';
}

/**
 * The verification that a pick names, 0 being the newest one that the step is meant for; those come first, so that
 * most steps do something and some try what must be refused. Undefined while there is none.
 */
export function picked(
  { state }: World,
  pick: number,
  isMeant: (verification: ModelVerification) => boolean,
): ModelVerification | undefined {
  const order = meantFirst(state.verifications.toReversed(), isMeant);
  return order[pick % order.length];
}

/** The items in their order, but first those that a step is meant for. */
export function meantFirst<Item>(items: readonly Item[], isMeant: (item: Item) => boolean): Item[] {
  return [...items.filter(isMeant), ...items.filter((item) => !isMeant(item))];
}

/** Removes what is named twice. */
export function distinctBy<Item>(items: readonly Item[], keyOf: (item: Item) => string): Item[] {
  return [...new Map(items.map((item) => [keyOf(item), item])).values()];
}
