import { createSecretKey, randomBytes } from 'node:crypto';
import { expect } from 'chai';
import type { Submission } from '../../../shared/acceptance/submission.js';
import { Keyring } from '../../../shared/crypto/keyring.js';
import { SealError } from '../../../shared/crypto/seal.js';
import type { Database } from '../../../shared/db/database.js';
import { newId } from '../../../shared/domain/ids.js';
import { settleChecks } from '../../../shared/settlement/settle-checks.js';
import { CheckJobError } from '../../../worker/checks/check-job-error.js';
import { readCalls, readVerification } from '../../support/checks/read-state.js';
import { checkIdOf, dispatch, givingUp, losing, settlementOf } from '../../support/checks/settlements.js';
import { useCheckWorker } from '../../support/checks/use-check-worker.js';

const SUBJECT = '0001010000071';
const DONE = { done: true };

describe('runCheck, when no call may be made', () => {
  const used = useCheckWorker(SUBJECT);
  const { makeWorker, accept } = used;
  let db: Database;
  before(() => {
    db = used.db;
  });

  describe('makes no call', () => {
    const settledStates: Readonly<Record<string, (submission: Submission) => Promise<unknown>>> = {
      'that is completed': async (submission) =>
        settleChecks(db, [settlementOf(submission, await dispatch(db, submission), 'positive')]),
      'that was refused': async (submission) =>
        settleChecks(db, [settlementOf(submission, await dispatch(db, submission), 'rejected')]),
      'that is in review': async (submission) =>
        settleChecks(db, [settlementOf(submission, await dispatch(db, submission), 'unclear_answer')]),
      'whose call was lost': async (submission) =>
        settleChecks(db, [losing(submission, await dispatch(db, submission))]),
      'that was given up': (submission) => settleChecks(db, [givingUp(submission)]),
      'whose call is under way elsewhere': (submission) => dispatch(db, submission),
    };
    for (const [what, prepare] of Object.entries(settledStates)) {
      it(`for a check ${what}, and the job is done`, async () => {
        const submission = await accept();
        await prepare(submission);
        const before = await readVerification(db, submission.verificationId);
        const worker = makeWorker();
        expect(await worker.run(checkIdOf(submission))).to.deep.equal(DONE);
        expect(worker.sends).to.deep.equal([]);
        expect(await readVerification(db, submission.verificationId)).to.deep.equal(before);
      });
    }

    it('for an id that nobody gave out', async () => {
      const worker = makeWorker();
      expect(await worker.run(newId())).to.deep.equal(DONE);
      expect(worker.sends).to.deep.equal([]);
    });

    it('for the id of a verification', async () => {
      const submission = await accept();
      const worker = makeWorker();
      expect(await worker.run(submission.verificationId)).to.deep.equal(DONE);
      expect(worker.sends).to.deep.equal([]);
    });

    it('on a server that may lose the marker, and claims nothing', async () => {
      const submission = await accept();
      const worker = makeWorker();
      worker.deps.durability = { state: 'not_held' };
      expect(await worker.run(checkIdOf(submission))).to.deep.equal({ done: false, retryInMs: 1_000 });
      expect(worker.sends).to.deep.equal([]);
      expect(await readCalls(db, checkIdOf(submission))).to.deep.equal([]);
    });

    it('when the marker is refused', async () => {
      const submission = await accept();
      const worker = makeWorker();
      worker.deps.store.mark = async () => ({ kind: 'taken' });
      expect(await worker.run(checkIdOf(submission))).to.deep.equal(DONE);
      expect(worker.sends).to.deep.equal([]);
    });

    it('on a history that nobody has adopted, and comes back', async () => {
      const submission = await accept();
      const worker = makeWorker();
      worker.deps.store.mark = async () => ({ kind: 'unknown_history' });
      expect(await worker.run(checkIdOf(submission))).to.deep.equal({ done: false, retryInMs: 1_000 });
      expect(worker.sends).to.deep.equal([]);
      expect(worker.logged()).to.include('unknown_history');
    });

    it('when the marker cannot be committed', async () => {
      const submission = await accept();
      const worker = makeWorker();
      worker.deps.store.mark = () => Promise.reject(new Error('no database'));
      const failure = await worker.run(checkIdOf(submission)).catch((error: unknown) => error);
      expect(failure).to.be.instanceOf(CheckJobError);
      expect((failure as CheckJobError).cause).to.have.property('message', 'no database');
      expect(worker.sends).to.deep.equal([]);
    });

    it('and leaves no marker while the circuit of the route is open', async () => {
      const submission = await accept();
      const worker = makeWorker();
      for (let failure = 0; failure < 5; failure += 1) {
        worker.deps.circuits
          .of({ name: 'upstream' }, '/verify')
          .record({ class: 'not_sent', reason: 'ECONNREFUSED' });
      }
      expect(await worker.run(checkIdOf(submission))).to.deep.equal({ done: false, retryInMs: 10_000 });
      expect(worker.sends).to.deep.equal([]);
      expect(await readCalls(db, checkIdOf(submission))).to.deep.equal([]);
    });

    it('and leaves no marker while the process stops', async () => {
      const submission = await accept();
      const worker = makeWorker({ stopping: () => true });
      expect(await worker.run(checkIdOf(submission))).to.deep.equal({ done: false, retryInMs: 1_000 });
      expect(worker.sends).to.deep.equal([]);
      expect(await readCalls(db, checkIdOf(submission))).to.deep.equal([]);
    });

    it('and leaves no marker when the key of the row is not configured', async () => {
      const submission = await accept();
      const keyring = new Keyring([{ id: 'other', key: createSecretKey(randomBytes(32)) }]);
      const worker = makeWorker({ keyring });
      const failure = await worker.run(checkIdOf(submission)).catch((error: unknown) => error);
      expect((failure as CheckJobError).cause).to.be.instanceOf(SealError);
      expect(worker.sends).to.deep.equal([]);
      expect(await readCalls(db, checkIdOf(submission))).to.deep.equal([]);
      expect(worker.logged()).to.not.include(SUBJECT);
    });
  });

  describe('gives the probe of a half-open circuit back', () => {
    const refusals: Readonly<Record<string, (worker: ReturnType<typeof makeWorker>) => void>> = {
      'when the marker is refused': ({ deps }) => {
        deps.store.mark = async () => ({ kind: 'taken' });
      },
      'when the marker cannot be committed': ({ deps }) => {
        deps.store.mark = () => Promise.reject(new Error('no database'));
      },
      'when the process stops': ({ deps }) => {
        deps.stopping = () => true;
      },
    };
    for (const [what, refuse] of Object.entries(refusals)) {
      it(what, async () => {
        const submission = await accept();
        const worker = makeWorker();
        const provider = worker.deps.providers.of({ client_id: newId(), service_code: 'said_verification' });
        const circuit = worker.deps.circuits.of(provider, '/verify');
        for (let failure = 0; failure < 5; failure += 1) {
          circuit.record({ class: 'not_sent', reason: 'ECONNREFUSED' });
        }
        worker.clock.now += 10_000;
        refuse(worker);
        await worker.run(checkIdOf(submission)).catch(() => undefined);
        expect(circuit.admit(provider.timeoutMs)).to.have.property('go', true);
      });
    }
  });
});
