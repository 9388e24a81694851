import { expect } from 'chai';
import { Random } from '../../chaos/random.js';
import { LossyCommits } from '../../chaos/soak/lossy-commits.js';
import { type Relay, startRelay } from '../../harness/relay.js';
import { statusesOf } from '../../harness/wait-until-settled.js';
import type { Database } from '../../shared/db/database.js';
import { isUnavailable } from '../../shared/db/sqlstate.js';
import { settleChecks } from '../../shared/settlement/settle-checks.js';
import { readCalls, readVerification } from '../support/checks/read-state.js';
import { checkIdOf, dispatch, settlementOf } from '../support/checks/settlements.js';
import { acceptOne } from '../support/checks/submissions.js';
import { buildClient } from '../support/database/factories.js';
import { useDatabase } from '../support/database/use-database.js';

/** How often the service retries a transaction whose outcome it does not know. */
const ATTEMPTS = 4;

describe('LossyCommits', () => {
  const database = useDatabase();
  let commits: LossyCommits;
  let relay: Relay;
  /** Connected through the relay that loses messages. */
  let db: Database;

  beforeEach(async () => {
    commits = new LossyCommits();
    relay = await startRelay(database.url, commits.makeTap);
    db = await database.open({ url: relay.url });
  });
  afterEach(() => relay.close());

  /** Loses all commits, or all their answers, while work is done that fails because of it. */
  async function loseAll(what: 'commits' | 'answers', work: () => Promise<unknown>): Promise<void> {
    commits.lose({ share: 1, answers: what === 'answers' ? 1 : 0 }, new Random('any'));
    const failure = await work().then(
      () => undefined,
      (error: Error) => error,
    );
    commits.stop();
    expect(isUnavailable(failure), failure?.message).to.equal(true);
  }

  async function accept() {
    return acceptOne(database.db, { clientId: (await buildClient(database.db)).id });
  }

  it('loses an acceptance before it arrives, or its answer', async () => {
    const { id: clientId } = await buildClient(database.db);
    await loseAll('commits', () => acceptOne(db, { clientId }));
    expect(await statusesOf(database.db, clientId)).to.deep.equal({});
    expect(commits.losses.acceptance).to.deep.equal({ commits: ATTEMPTS, answers: 0 });

    await loseAll('answers', () => acceptOne(db, { clientId }));
    expect(await statusesOf(database.db, clientId)).to.deep.equal({ pending: 1 });
    // Later attempts find what the first one did, and only read.
    expect(commits.losses.acceptance).to.deep.equal({ commits: ATTEMPTS, answers: 1 });
  });

  it('loses a marker before it arrives, or its answer', async () => {
    const submission = await accept();
    await loseAll('commits', () => dispatch(db, submission));
    expect(await readCalls(database.db, checkIdOf(submission))).to.deep.equal([]);
    await loseAll('answers', () => dispatch(db, submission));
    expect(await readCalls(database.db, checkIdOf(submission))).to.have.length(1);
    expect(commits.losses.marker).to.deep.equal({ commits: ATTEMPTS, answers: ATTEMPTS });
  });

  it('loses a settlement before it arrives, or its answer', async () => {
    const submission = await accept();
    const settlement = settlementOf(submission, await dispatch(database.db, submission), 'positive');
    const { verificationId } = submission;
    await loseAll('commits', () => settleChecks(db, [settlement]));
    expect(await readVerification(database.db, verificationId)).to.include({ status: 'pending' });
    await loseAll('answers', () => settleChecks(db, [settlement]));
    expect(await readVerification(database.db, verificationId)).to.include({ status: 'completed' });
    expect(commits.losses.settlement).to.deep.equal({ commits: ATTEMPTS, answers: 1 });
  });

  it('lets everything through when it is not told to lose, and after it was', async () => {
    await loseAll('answers', async () => dispatch(db, await accept()));
    await acceptOne(db, { clientId: (await buildClient(database.db)).id });
    expect(commits.losses.acceptance).to.deep.equal({ commits: 0, answers: 0 });
  });
});
