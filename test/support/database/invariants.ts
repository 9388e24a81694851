import { expect } from 'chai';
import { findContradictions } from '../../../harness/find-contradictions.js';
import type { Sql } from '../../../shared/db/database.js';

/** Fails if ledger, states, calls or evidence chains of the database contradict each other. */
export async function expectInvariants(db: Sql): Promise<void> {
  expect(await findContradictions(db), 'contradictions in the database').to.deep.equal([]);
}
