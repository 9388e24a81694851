import { expect } from 'chai';
import { waitFor } from '../../../harness/wait-for.js';
import type { Database } from '../../../shared/db/database.js';
import { SealedVerification } from '../../../shared/db/sealed-verification.js';
import { connectForSubscribing } from '../../../shared/redis/connect.js';
import { SETTLED_CHANNEL } from '../../../shared/redis/settled-channel.js';
import { requeueReviews } from '../../../shared/reviews/requeue-reviews.js';
import type { Exchange } from '../../../worker/providers/types.js';
import { readCalls, readCheck, readVerification } from '../../support/checks/read-state.js';
import { buildNote } from '../../support/checks/reviews.js';
import { checkIdOf } from '../../support/checks/settlements.js';
import { useCheckWorker } from '../../support/checks/use-check-worker.js';
import { testKeys } from '../../support/processes/keys.js';
import { answerOf, fixtureExchange, readFixture } from '../../support/provider/provider-fixtures.js';
import { testRedisUrl } from '../../support/redis/redis.js';

const SUBJECT = '0001010000071';
const DONE = { done: true };

const INCONCLUSIVE = answerOf({ ...readFixture('verify/said-positive').body, status: 'inconclusive' });
const OTHER_SUBJECT = answerOf({ ...readFixture('verify/said-positive').body, subject: '0001010001079' });

interface Ending {
  what: string;
  exchange: Exchange;
  status: string;
  /** Outcome of a completed check, or why one is in review. */
  as: string | null;
  call: string;
  /** The time until the job comes back, in milliseconds; undefined if it does not. */
  retry?: [min: number, max: number];
}

const NOT_SENT: Exchange = { kind: 'not_sent', error: 'ECONNREFUSED' };
const RATE_LIMITED: Exchange = { ...fixtureExchange('errors/rate-limited-429'), retryAfter: '7' } as Exchange;

const ENDINGS: readonly Ending[] = [
  {
    what: 'a match',
    exchange: fixtureExchange('verify/said-positive'),
    status: 'completed',
    as: 'positive',
    call: 'answered',
  },
  {
    what: 'no match',
    exchange: fixtureExchange('verify/said-negative'),
    status: 'completed',
    as: 'negative',
    call: 'answered',
  },
  {
    what: 'no record',
    exchange: fixtureExchange('errors/no-record-404'),
    status: 'completed',
    as: 'no_record',
    call: 'answered',
  },
  {
    what: 'a refusal',
    exchange: fixtureExchange('errors/refused-422'),
    status: 'completed',
    as: 'rejected',
    call: 'refused',
  },
  {
    what: 'an inconclusive answer',
    exchange: INCONCLUSIVE,
    status: 'manual_review',
    as: 'unclear_answer',
    call: 'uncertain',
  },
  {
    what: 'an answer about another subject',
    exchange: OTHER_SUBJECT,
    status: 'manual_review',
    as: 'unclear_answer',
    call: 'uncertain',
  },
  {
    what: 'an answer that is no JSON',
    exchange: { kind: 'answer', status: 200, retryAfter: undefined, body: '<html>' },
    status: 'manual_review',
    as: 'unclear_answer',
    call: 'uncertain',
  },
  {
    what: 'a redirect',
    exchange: answerOf({}, 307),
    status: 'manual_review',
    as: 'unclear_answer',
    call: 'uncertain',
  },
  {
    what: 'a 403 of a gateway in front of the provider',
    exchange: { kind: 'answer', status: 403, retryAfter: undefined, body: '<html>Forbidden</html>' },
    status: 'manual_review',
    as: 'unclear_answer',
    call: 'uncertain',
  },
  {
    what: 'a server error',
    exchange: fixtureExchange('errors/server-error-500'),
    status: 'manual_review',
    as: 'no_answer',
    call: 'uncertain',
  },
  {
    what: 'a lost connection',
    exchange: { kind: 'no_answer', error: 'ECONNRESET' },
    status: 'manual_review',
    as: 'no_answer',
    call: 'uncertain',
  },
  {
    what: 'a refused connection',
    exchange: NOT_SENT,
    status: 'pending',
    as: null,
    call: 'not_sent',
    retry: [1_000, 2_000],
  },
  {
    what: 'refused credentials',
    exchange: fixtureExchange('errors/credentials-401'),
    status: 'pending',
    as: null,
    call: 'refused_for_now',
    retry: [1_000, 2_000],
  },
  {
    what: 'a rate limit',
    exchange: RATE_LIMITED,
    status: 'pending',
    as: null,
    call: 'refused_for_now',
    retry: [7_000, 7_000],
  },
];

describe('runCheck', () => {
  const used = useCheckWorker(SUBJECT);
  const { makeWorker, accept } = used;
  let db: Database;
  before(() => {
    db = used.db;
  });

  for (const { what, exchange, status, as, call, retry } of ENDINGS) {
    it(`makes it ${status}${as === null ? '' : `, ${as}`}, after ${what}`, async () => {
      const submission = await accept();
      const worker = makeWorker({ answer: () => exchange });
      const end = await worker.run(checkIdOf(submission));

      if (retry === undefined) expect(end).to.deep.equal(DONE);
      else {
        expect(end).to.have.property('done', false);
        expect(end)
          .to.have.property('retryInMs')
          .that.is.within(...retry);
      }
      const check = await readCheck(db, checkIdOf(submission));
      expect(check).to.deep.include({
        status,
        outcome: status === 'completed' ? as : null,
        review_reason: status === 'manual_review' ? as : null,
      });
      expect(await readVerification(db, submission.verificationId)).to.include({ status });
      expect(worker.sends).to.have.lengthOf(1);
      const [stored] = await readCalls(db, checkIdOf(submission));
      expect(stored?.state).to.equal(call);
      expect(stored?.answer_sealed === null, 'every answer is kept').to.equal(exchange.kind !== 'answer');
      expect(worker.logged()).to.include('provider call finished');
      expect(worker.logged(), 'no subject in the log').to.not.include(SUBJECT);
    });
  }

  it('asks for the subject whole, with the id of the check as reference, once the marker is committed', async () => {
    const submission = await accept();
    const seen: unknown[] = [];
    const worker = makeWorker({
      answer: async () => {
        seen.push(...(await readCalls(db, checkIdOf(submission))).map(({ state }) => state));
        return fixtureExchange('verify/said-positive');
      },
    });
    await worker.run(checkIdOf(submission));
    expect(seen).to.deep.equal(['started']);
    expect(worker.sends).to.deep.equal([
      {
        request: { path: '/verify', body: { reportType: 'said_verification', idNumber: SUBJECT } },
        reference: checkIdOf(submission),
      },
    ]);
  });

  it('stores facts and reference sealed, and opens them only with the right key', async () => {
    const submission = await accept();
    await makeWorker().run(checkIdOf(submission));
    const [row] = await db.query<{ details_sealed: Buffer; reference_sealed: Buffer; row: string }>(
      'SELECT details_sealed, reference_sealed, c::text AS row FROM checks c WHERE id = $1',
      [checkIdOf(submission)],
    );
    const sealed = new SealedVerification(testKeys.encryptionKeys, {
      id: submission.verificationId,
      data_key: submission.dataKeySealed,
    });
    const nothing = Buffer.alloc(0);
    const id = checkIdOf(submission);
    expect(sealed.details(id, row?.details_sealed ?? nothing)).to.include({ surname: 'Subject' });
    expect(JSON.stringify(sealed.details(id, row?.details_sealed ?? nothing))).to.not.include(SUBJECT);
    expect(sealed.reference(id, row?.reference_sealed ?? nothing)).to.equal('prv-0001');
    expect(row?.row).to.not.include('prv-0001');
  });

  it("keeps the provider's own word for a refusal in the sealed answer only", async () => {
    const submission = await accept();
    const worker = makeWorker({ answer: () => fixtureExchange('errors/refused-422') });
    await worker.run(checkIdOf(submission));
    const [stored] = await readCalls(db, checkIdOf(submission));
    expect(stored?.reason).to.equal(null);
    expect(worker.logged()).to.include('"class":"refused"').and.to.not.include('invalid_input');
  });

  it('tells the waiting API processes after the commit', async () => {
    const submission = await accept();
    const subscriber = connectForSubscribing(testRedisUrl());
    const statuses: Promise<string>[] = [];
    try {
      await subscriber.subscribe(SETTLED_CHANNEL);
      subscriber.on('message', (_channel, message: string) => {
        if (!message.split(',').includes(submission.verificationId)) return;
        statuses.push(readVerification(db, submission.verificationId).then(({ status }) => status));
      });
      await makeWorker().run(checkIdOf(submission));
      await waitFor(() => statuses.length > 0, { describe: 'the settlement is published' });
      expect(await Promise.all(statuses)).to.deep.equal(['completed']);
    } finally {
      subscriber.disconnect();
    }
  });

  it('tells them before anything else that they need not wait for', async () => {
    const submission = await accept();
    const { redis } = used;
    const observer = await redis.monitor();
    const asked: string[] = [];
    // The servers' other databases belong to other tests.
    const ours = String(redis.options.db ?? 0);
    observer.on('monitor', (_time: string, [name = '']: string[], _from: string, database: string) => {
      if (database === ours && /publish|hincrby/i.test(name)) asked.push(name.toLowerCase());
    });
    try {
      await makeWorker().run(checkIdOf(submission));
      await waitFor(() => asked.length >= 2, { describe: 'the message and the turnaround are sent' });
      expect(asked).to.deep.equal(['publish', 'hincrby']);
    } finally {
      observer.disconnect();
    }
  });

  it('gives an answer that its adapter fails at to a person, and keeps it', async () => {
    const submission = await accept();
    const worker = makeWorker();
    const { providers } = worker.deps;
    const judge = () => {
      throw new Error('a bug');
    };
    worker.deps.providers = Object.assign(Object.create(providers) as typeof providers, {
      of: (check: Parameters<typeof providers.of>[0]) => ({ ...providers.of(check), judge }),
    });
    expect(await worker.run(checkIdOf(submission))).to.deep.equal(DONE);
    expect(await readVerification(db, submission.verificationId)).to.include({
      status: 'manual_review',
      review_reason: 'unclear_answer',
    });
    const [call] = await readCalls(db, checkIdOf(submission));
    expect(call).to.include({ state: 'uncertain', reason: 'wrong_schema' });
    const [kept] = await db.query('SELECT answer_sealed FROM provider_calls WHERE id = $1', [call?.id]);
    expect(kept).to.have.property('answer_sealed').that.is.an.instanceOf(Buffer);
  });

  it('gives a check that is refused for now twenty times to a person, who need not ask the provider', async () => {
    const submission = await accept();
    const worker = makeWorker({ answer: () => fixtureExchange('errors/rate-limited-429') });
    const id = submission.verificationId;
    for (let time = 1; time < 20; time += 1) {
      expect(await worker.run(checkIdOf(submission))).to.include({ done: false });
      worker.clock.now += 600_000;
    }
    expect(await readVerification(db, id)).to.include({ status: 'pending' });
    await worker.run(checkIdOf(submission));
    expect(await readVerification(db, id)).to.include({
      status: 'manual_review',
      review_reason: 'not_reached',
    });
    const cases = [{ verificationId: id, note: buildNote() }];
    const sent = await db.transaction((sql) =>
      requeueReviews(sql, { cases, providerConfirmedNoCharge: false }, { userId: null }),
    );
    expect(sent).to.include({ kind: 'requeued' });
    worker.clock.now += 600_000;
    expect(await worker.run(checkIdOf(submission))).to.include({ done: false });
    expect(worker.sends).to.have.lengthOf(21);
    // They are counted anew.
    expect(await readVerification(db, id)).to.include({ status: 'pending' });
  });

  it('calls again after a call that was certainly not sent, and waits longer each time', async () => {
    const submission = await accept();
    let sent = 0;
    const worker = makeWorker({
      answer: () => {
        sent += 1;
        return sent < 3 ? NOT_SENT : fixtureExchange('verify/said-positive');
      },
    });
    await worker.run(checkIdOf(submission));
    expect(await worker.run(checkIdOf(submission)))
      .to.have.property('retryInMs')
      .that.is.within(2_000, 4_000);
    expect(await worker.run(checkIdOf(submission))).to.deep.equal(DONE);
    expect(await readVerification(db, submission.verificationId)).to.include({ status: 'completed' });
    expect(worker.sends).to.have.lengthOf(3);
  });
});
