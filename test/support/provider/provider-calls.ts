import { expect } from 'chai';
import type { SandboxCall } from '../../../sandbox/call-log.js';
import type { Sql } from '../../../shared/db/database.js';

/** The calls a provider would charge for. */
export function paidCalls(calls: readonly SandboxCall[]): SandboxCall[] {
  return calls.filter(({ paid }) => paid);
}

/**
 * Fails if the provider was paid twice for one check, or called for something that is not ours. Judged by the
 * provider's own log rather than by what the workers recorded.
 */
export async function expectNoSecondPaidCall(sql: Sql, calls: readonly SandboxCall[]): Promise<void> {
  const references = paidCalls(calls).map(({ reference = '' }) => reference);
  const repeated = references.filter((reference, index) => references.indexOf(reference) !== index);
  expect(repeated, 'checks that were paid for twice').to.deep.equal([]);
  const known = await sql.query<{ id: string }>(
    'SELECT id::text FROM checks WHERE id::text = ANY($1::text[])',
    [references],
  );
  expect(known.length, 'paid calls that belong to a check').to.equal(references.length);
}
