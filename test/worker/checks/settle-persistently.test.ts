import { expect } from 'chai';
import { newId } from '../../../shared/domain/ids.js';
import type { CallSettlement } from '../../../shared/settlement/settlement.js';
import { type SettleDeps, settlePersistently } from '../../../worker/checks/settle-persistently.js';
import { recordingLogger } from '../../support/check-worker.js';
import { callOf, resultOf } from '../../support/settlements.js';

const AWAY = Object.assign(new Error(), { code: 'ECONNREFUSED' });
const FAULT = Object.assign(new Error(), { code: 'XX001' });
const REFUSED = Object.assign(new Error(), { code: '23514' });

describe('A paid answer that neither PostgreSQL nor the disk takes at first', function () {
  this.timeout(10_000);

  const settlement: CallSettlement = {
    clientId: newId(),
    verificationId: newId(),
    checkId: newId(),
    call: callOf(newId(), 'positive'),
    result: resultOf('positive'),
  };

  /** PostgreSQL answers one error after the other, the last of them for ever; the disk takes nothing at first. */
  function settle(...errors: Error[]) {
    const seen = { kept: 0, setAside: 0, dropped: 0 };
    let attempts = 0;
    let puts = 0;
    const deps: SettleDeps = {
      store: {
        settle: () => {
          attempts += 1;
          return Promise.reject(errors[Math.min(attempts, errors.length) - 1]);
        },
      },
      spool: {
        put: () => {
          puts += 1;
          if (puts === 1) return Promise.reject(new Error('The disk is full'));
          seen.kept += 1;
          return Promise.resolve('file');
        },
        setAside: async () => {
          seen.setAside += 1;
        },
      },
      metrics: {
        countDroppedAnswer: () => {
          seen.dropped += 1;
        },
      },
      logger: recordingLogger().logger,
    };
    return { seen, end: settlePersistently(settlement, undefined, deps) };
  }

  it('is on the disk as soon as that has room again, for the next process if this one has to stop', async () => {
    const { seen, end } = settle(AWAY);
    await end;
    expect(seen).to.deep.equal({ kept: 1, setAside: 0, dropped: 0 });
  });

  it('waits there too if PostgreSQL is back by then, and fails at it until a person has mended it', async () => {
    const { seen, end } = settle(AWAY, FAULT);
    await end;
    expect(seen).to.deep.equal({ kept: 1, setAside: 0, dropped: 0 });
  });

  it('is set aside there if PostgreSQL is back by then and refuses it', async () => {
    const { seen, end } = settle(AWAY, REFUSED);
    expect(await end.catch((error) => error)).to.equal(REFUSED);
    expect(seen).to.deep.equal({ kept: 1, setAside: 1, dropped: 1 });
  });
});
