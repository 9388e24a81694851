import { expect } from 'chai';
import { ROLES } from '../../shared/domain/roles.js';
import { sealLog } from '../../worker/log/seal-log.js';
import type { Answer } from '../support/http/client.js';
import { startApi } from '../support/processes/app.js';
import { testKeys } from '../support/processes/keys.js';
import { type Apis, type MatrixCaller, matrixCallers, PROOFS } from './support/matrix-callers.js';
import { GUARDED, type Operation } from './support/operations.js';
import { isForTests, isOnTheWay, needsProof } from './support/proof-table.js';
import { expectSafe } from './support/safe-answer.js';
import { isAtHome, tenancyOf } from './support/tenancy-table.js';
import { buildWorld, pathFor, type World } from './support/world.js';

/** The possible answers to a request, as far as access is concerned. */
type Verdict = 'let in' | 'not at home' | 'not allowed' | 'set up a factor' | 'prove it';

describe('the access matrix', function () {
  this.timeout(600_000);

  let apis: Apis;
  let world: World;
  let callers: MatrixCaller[];
  before(async () => {
    const lax = await startApi({ config: { clientRequestsPerMinute: 1_000_000 } });
    const strict = await startApi({
      database: lax.database,
      config: { clientRequestsPerMinute: 1_000_000, requireSecondFactor: 'all' },
    });
    apis = { lax, strict };
    world = await buildWorld(lax);
    await sealLog({ db: lax.db, keys: testKeys.evidenceKeys, origin: undefined });
    callers = await matrixCallers(apis, world.us.user.clientId);
  });
  after(async () => {
    await apis.strict.close();
    await apis.lax.close();
  });

  it('has every role in every state of the second factor, and every scope of a key in both modes', () => {
    // Two roles also in test mode, in the four states that a token can be in there; four scopes in two modes.
    expect(callers).to.have.length(ROLES.length * PROOFS.length + 2 * 4 + 8);
  });

  for (const operation of GUARDED) {
    it(`holds for ${operation.name}`, async () => {
      // All at once: simultaneous requests share statements, which costs less than one after another.
      const surprises = await Promise.all(callers.map((caller) => surpriseOf(caller, operation)));
      expect(surprises.flat()).to.deep.equal([]);
    });
  }

  async function surpriseOf(caller: MatrixCaller, operation: Operation): Promise<string[]> {
    const expected = expectedOf(caller, operation);
    const found = verdictOf(await ask(caller, operation));
    return found === expected ? [] : [`${nameOf(caller)}: ${found} instead of ${expected}`];
  }

  /** With a field that no body has: whoever is let in still changes nothing. */
  async function ask({ client }: MatrixCaller, operation: Operation): Promise<Answer> {
    const json = operation.body && { ...operation.body, no_such_field: 1 };
    const answer = await client.send(operation.method, pathFor(world, operation), { json });
    expectSafe(operation.name, answer);
    return answer;
  }
});

function verdictOf({ status, body }: Answer): Verdict {
  if (status === 401) return body.status === 'step_up_required' ? 'prove it' : 'not at home';
  if (status !== 403) return 'let in';
  return body.reason === 'second_factor_setup_required' ? 'set up a factor' : 'not allowed';
}

/** The expectation of the hand-written tables, in the order in which access is checked. */
function expectedOf(caller: MatrixCaller, { name }: Operation): Verdict {
  const tenancy = tenancyOf(name);
  if (caller.kind === 'key') {
    if (tenancy.keys === undefined) return 'not at home';
    if (tenancy.keys !== 'any' && tenancy.keys !== caller.scope) return 'not allowed';
    return 'let in';
  }
  if (caller.proof === 'factor_missing' && !isOnTheWay(name)) return 'set up a factor';
  if (!isAtHome(tenancy, caller.role)) return 'not at home';
  const forTests = caller.role === 'developer' && caller.mode === 'test' && isForTests(name);
  if (!tenancy.roles.includes(caller.role) && !forTests) return 'not allowed';
  const proved = caller.proof !== 'password_old' && caller.proof !== 'factor_old';
  return needsProof(name) && !proved ? 'prove it' : 'let in';
}

function nameOf(caller: MatrixCaller): string {
  if (caller.kind === 'key') return `a key for ${caller.scope} in ${caller.mode} mode`;
  return `${caller.role}, ${caller.proof}, in ${caller.mode} mode`;
}
