import { expect } from 'chai';
import type { Redis } from 'ioredis';
import { waitFor } from '../../../harness/wait-for.js';
import type { Submission } from '../../../shared/acceptance/submission.js';
import { newId } from '../../../shared/domain/ids.js';
import { connectForCommands } from '../../../shared/redis/connect.js';
import { CheckJobError } from '../../../worker/checks/check-job-error.js';
import {
  type CheckWorker,
  type CheckWorkerOptions,
  makeCheckWorker,
} from '../../support/checks/check-worker.js';
import { checkIdOf } from '../../support/checks/settlements.js';
import { acceptOne } from '../../support/checks/submissions.js';
import { buildClient } from '../../support/database/factories.js';
import { useDatabase } from '../../support/database/use-database.js';
import { testRedisUrl } from '../../support/redis/redis.js';

describe('the log of a check job', () => {
  const database = useDatabase();
  let redis: Redis;
  let submission: Submission;
  before(async () => {
    redis = connectForCommands(testRedisUrl());
    await waitFor(() => redis.status === 'ready', { describe: 'Redis is connected' });
  });
  after(() => redis.disconnect());
  beforeEach(async () => {
    const client = await buildClient(database.db);
    submission = await acceptOne(database.db, { clientId: client.id });
  });

  const makeWorker = (options: Partial<CheckWorkerOptions> = {}) =>
    makeCheckWorker({ db: database.db, redis, ...options });

  /** The log lines of one job, without the members that every line of the process has. */
  async function linesOf(worker: CheckWorker, checkId: string): Promise<Record<string, unknown>[]> {
    await worker.run(checkId);
    return worker
      .logged()
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as Record<string, unknown>);
  }

  const idsOfCheck = () => ({
    correlation_id: submission.correlationId,
    check_id: checkIdOf(submission),
    verification_id: submission.verificationId,
    service_code: 'said_verification',
  });

  it('is one line with ids, route, status and durations for a job that made a call', async () => {
    const lines = await linesOf(makeWorker(), checkIdOf(submission));
    expect(lines).to.have.lengthOf(1);
    expect(lines[0]).to.deep.include({
      ...idsOfCheck(),
      msg: 'provider call finished',
      path: '/verify',
      class: 'answered',
      http_status: 200,
    });
    expect(lines[0]?.duration_ms).to.be.a('number').and.to.be.at.least(Number(lines[0]?.call_ms));
  });

  it('names the fault of the connection if nothing came back', async () => {
    const error = 'ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED';
    const worker = makeWorker({ answer: () => ({ kind: 'no_answer', error }) });
    const [line] = await linesOf(worker, checkIdOf(submission));
    expect(line).to.deep.include({ class: 'uncertain', reason: 'no_answer', error });
  });

  it('is one line that says why for a job that made none', async () => {
    const closed = makeWorker();
    for (let failure = 0; failure < 5; failure += 1) {
      closed.deps.circuits
        .of({ name: 'upstream' }, '/verify')
        .record({ class: 'not_sent', reason: 'ECONNREFUSED' });
    }
    const ids = idsOfCheck();
    for (const [why, worker] of Object.entries({
      route_closed: closed,
      stopping: makeWorker({ stopping: () => true }),
    })) {
      const lines = await linesOf(worker, checkIdOf(submission));
      expect(lines, why).to.have.lengthOf(1);
      expect(lines[0], why).to.deep.include({ ...ids, msg: 'check job without a call', why });
      expect(lines[0]?.duration_ms, why).to.be.a('number');
    }
  });

  it('is one line with the id for a job that finds nothing to do', async () => {
    const checkId = newId();
    const lines = await linesOf(makeWorker(), checkId);
    expect(lines).to.have.lengthOf(1);
    expect(lines[0]).to.deep.include({ check_id: checkId, why: 'nothing_to_do' });
  });

  it('is left to the consumer, with the ids, for a job that fails', async () => {
    const worker = makeWorker();
    worker.deps.store.mark = () => Promise.reject(new Error('quotes 0001010000071'));
    const failure = await worker.run(checkIdOf(submission)).catch((error: unknown) => error);
    expect(worker.logged()).to.equal('');
    expect(failure).to.be.instanceOf(CheckJobError);
    const { facts, message } = failure as CheckJobError;
    expect(facts).to.deep.include(idsOfCheck());
    expect(facts.duration_ms).to.be.a('number');
    expect(message).not.to.include('0001010000071');
  });
});
