import { expect } from 'chai';
import { waitFor } from '../../../harness/wait-for.js';
import type { Database } from '../../../shared/db/database.js';
import { connectForCommands } from '../../../shared/redis/connect.js';
import type { CheckWorkerOptions } from '../../support/checks/check-worker.js';
import { readCalls, readEntryKinds, readVerification } from '../../support/checks/read-state.js';
import { checkIdOf } from '../../support/checks/settlements.js';
import { acceptOne } from '../../support/checks/submissions.js';
import { useCheckWorker } from '../../support/checks/use-check-worker.js';
import { buildClient } from '../../support/database/factories.js';
import { startCuttingProxy } from '../../support/network/cutting-proxy.js';
import { fixtureExchange } from '../../support/provider/provider-fixtures.js';
import { testRedisUrl } from '../../support/redis/redis.js';

const SUBJECT = '0001010000071';
const DONE = { done: true };

describe('runCheck, in races and outages', () => {
  const used = useCheckWorker(SUBJECT);
  const { database, makeWorker, accept } = used;
  let db: Database;
  before(() => {
    db = used.db;
  });

  it('makes one call of a job that is delivered twenty times to two workers at once', async () => {
    const submission = await accept();
    const other = await database.open();
    const workers = [makeWorker(), makeWorker({ db: other })];
    const ends = await Promise.all(
      Array.from({ length: 20 }, (_, index) => workers[index % 2]?.run(checkIdOf(submission))),
    );
    expect(new Set(ends.map((end) => end?.done))).to.deep.equal(new Set([true]));
    expect(workers.flatMap(({ sends }) => sends)).to.have.lengthOf(1);
    expect(await readCalls(db, checkIdOf(submission))).to.have.lengthOf(1);
    expect(await readEntryKinds(db, submission.verificationId)).to.deep.equal(['reserve', 'charge']);
  });

  it('makes one call for each part of a bundle, whoever runs it', async () => {
    const client = await buildClient(db);
    const submission = await acceptOne(db, {
      clientId: client.id,
      serviceCode: 'kyc_bundle',
      subject: SUBJECT,
    });
    const answers: Readonly<Record<string, string>> = {
      '/verify': 'verify/said-positive',
      '/address-lookup': 'address-lookup/positive',
      '/consumer-trace-lite': 'consumer-trace-lite/positive',
    };
    const answer: CheckWorkerOptions['answer'] = ({ request }) =>
      fixtureExchange(answers[request.path] ?? '');
    const other = await database.open();
    const workers = [makeWorker({ answer }), makeWorker({ answer, db: other })];
    await Promise.all(workers.flatMap((worker) => submission.checkIds.map((id) => worker.run(id))));
    expect(workers.flatMap(({ sends }) => sends.map(({ reference }) => reference))).to.have.members([
      ...submission.checkIds,
    ]);
    expect(await readVerification(db, submission.verificationId)).to.include({
      outcome: 'positive',
      credits_charged: 15,
    });
  });

  it('holds on to a paid answer while the database is away, and settles it when it is back', async () => {
    const proxy = await startCuttingProxy(database.url);
    try {
      const submission = await accept();
      const worker = makeWorker({
        db: await database.open({ url: proxy.url, poolSize: 2 }),
        answer: () => {
          proxy.sever();
          return fixtureExchange('verify/said-positive');
        },
      });
      const running = worker.run(checkIdOf(submission));
      // More connections than one transaction tries: by now the worker keeps the answer rather than retrying.
      await waitFor(() => proxy.refusals() > 6, { describe: 'settling was tried more than once' });
      expect(await readVerification(db, submission.verificationId)).to.include({ status: 'pending' });
      proxy.restore();
      expect(await running).to.deep.equal(DONE);
      expect(await readVerification(db, submission.verificationId)).to.include({ status: 'completed' });
      expect(worker.sends).to.have.lengthOf(1);
    } finally {
      await proxy.close();
    }
  });

  for (const code of ['40001', '40P01', '55P03', 'ECONNRESET']) {
    it(`holds on to a paid answer when settling it fails with ${code} however often`, async () => {
      const submission = await accept();
      const worker = makeWorker();
      const { settle } = worker.deps.store;
      let failures = 0;
      worker.deps.store.settle = (settlement) => {
        failures += 1;
        return failures > 1 ? settle(settlement) : Promise.reject(Object.assign(new Error('x'), { code }));
      };
      expect(await worker.run(checkIdOf(submission))).to.deep.equal(DONE);
      expect(await readVerification(db, submission.verificationId)).to.include({ status: 'completed' });
    });
  }

  it('settles once when the answer of the commit is lost', async () => {
    for (const moment of ['before', 'after'] as const) {
      const proxy = await startCuttingProxy(database.url);
      try {
        const submission = await accept();
        const worker = makeWorker({
          db: await database.open({ url: proxy.url, poolSize: 2 }),
          answer: () => {
            proxy.cutNext(moment);
            return fixtureExchange('verify/said-positive');
          },
        });
        expect(await worker.run(checkIdOf(submission))).to.deep.equal(DONE);
        expect(proxy.cuts()).to.equal(1);
        expect(worker.sends).to.have.lengthOf(1);
        expect(await readEntryKinds(db, submission.verificationId)).to.deep.equal(['reserve', 'charge']);
      } finally {
        await proxy.close();
      }
    }
  });

  it('makes the one call when the answer of the commit of its marker is lost', async () => {
    for (const moment of ['before', 'after'] as const) {
      const proxy = await startCuttingProxy(database.url);
      try {
        const submission = await accept();
        const worker = makeWorker({ db: await database.open({ url: proxy.url, poolSize: 2 }) });
        proxy.cutNext(moment, 'INSERT INTO provider_calls');
        expect(await worker.run(checkIdOf(submission))).to.deep.equal(DONE);
        expect(proxy.cuts()).to.equal(1);
        expect(worker.sends).to.have.lengthOf(1);
        expect(await readVerification(db, submission.verificationId)).to.include({ status: 'completed' });
      } finally {
        await proxy.close();
      }
    }
  });

  it('settles also when Redis goes away during the call', async () => {
    const own = connectForCommands(testRedisUrl());
    await waitFor(() => own.status === 'ready', { describe: 'Redis is connected' });
    const submission = await accept();
    const answer = () => {
      own.disconnect();
      return fixtureExchange('verify/said-positive');
    };
    await makeWorker({ redis: own, answer }).run(checkIdOf(submission));
    expect(await readVerification(db, submission.verificationId)).to.include({ status: 'completed' });
  });
});
