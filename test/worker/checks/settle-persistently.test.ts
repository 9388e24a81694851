import { expect } from 'chai';
import { newId } from '../../../shared/domain/ids.js';
import type { CallSettlement } from '../../../shared/settlement/settlement.js';
import { type SettleDeps, settlePersistently } from '../../../worker/checks/settle-persistently.js';
import { recordingLogger } from '../../support/checks/check-worker.js';
import { callOf, resultOf } from '../../support/checks/settlements.js';

const AWAY = Object.assign(new Error(), { code: 'ECONNREFUSED' });
const FAULT = Object.assign(new Error(), { code: 'XX001' });
const REFUSED = Object.assign(new Error(), { code: '23514' });

/** What PostgreSQL says of a settlement: whether it found the check, or why it did not take it. */
type Said = boolean | Error;

describe('settlePersistently', function () {
  this.timeout(20_000);

  const settlement: CallSettlement = {
    clientId: newId(),
    verificationId: newId(),
    checkId: newId(),
    call: callOf(newId(), 'positive'),
    result: resultOf('positive'),
  };

  /**
   * PostgreSQL says one thing after the other, the last of them for ever; the disk takes nothing `fullTimes`, or never
   * answers.
   */
  function settle(said: readonly Said[], { fullTimes = 0, hangs = false } = {}) {
    const seen = { kept: 0, setAside: 0, dropped: 0 };
    const { logger, logged } = recordingLogger();
    let attempts = 0;
    let puts = 0;
    const deps: SettleDeps = {
      store: {
        settle: async () => {
          attempts += 1;
          const answer = said[Math.min(attempts, said.length) - 1] ?? false;
          if (answer instanceof Error) throw answer;
          return answer;
        },
      },
      spool: {
        put: async () => {
          puts += 1;
          if (hangs) await new Promise(() => undefined);
          if (puts <= fullTimes) throw new Error('The disk is full');
          seen.kept += 1;
          return 'file';
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
      logger,
    };
    return { seen, logged, puts: () => puts, end: settlePersistently(settlement, undefined, deps) };
  }

  it('leaves nothing on the disk of an answer that PostgreSQL takes', async () => {
    const { seen, end } = settle([true]);
    await end;
    expect(seen).to.deep.equal({ kept: 0, setAside: 0, dropped: 0 });
  });

  it('keeps on the disk, to be settled from there, what PostgreSQL cannot take now', async () => {
    const { seen, end } = settle([AWAY]);
    await end;
    expect(seen).to.deep.equal({ kept: 1, setAside: 0, dropped: 0 });
  });

  it('keeps for a person the answer to a check that PostgreSQL does not know any more', async () => {
    const { seen, end } = settle([false]);
    await end;
    expect(seen).to.deep.equal({ kept: 1, setAside: 1, dropped: 0 });
  });

  it('keeps for a person what PostgreSQL refuses, and says so', async () => {
    const { seen, end } = settle([REFUSED]);
    expect(await end.catch((error) => error)).to.equal(REFUSED);
    expect(seen).to.deep.equal({ kept: 1, setAside: 1, dropped: 1 });
  });

  describe('on a disk that is full at first', () => {
    it('keeps the answer as soon as there is room again, for the next process if this one has to stop', async () => {
      const { seen, end } = settle([AWAY], { fullTimes: 1 });
      await end;
      expect(seen).to.deep.equal({ kept: 1, setAside: 0, dropped: 0 });
    });

    it('keeps the answer, and sets it aside for nobody, if PostgreSQL is back by then and fails at it', async () => {
      const { seen, end } = settle([AWAY, FAULT], { fullTimes: 1 });
      await end;
      expect(seen).to.deep.equal({ kept: 1, setAside: 0, dropped: 0 });
    });

    it('keeps the answer for a person if PostgreSQL is back by then and refuses it', async () => {
      const { seen, end } = settle([AWAY, REFUSED], { fullTimes: 1 });
      expect(await end.catch((error) => error)).to.equal(REFUSED);
      expect(seen).to.deep.equal({ kept: 1, setAside: 1, dropped: 1 });
    });

    it('leaves nothing there if PostgreSQL is back first and takes it', async () => {
      const { seen, end } = settle([AWAY, true], { fullTimes: 1 });
      await end;
      expect(seen).to.deep.equal({ kept: 0, setAside: 0, dropped: 0 });
    });
  });

  describe('on a disk that hangs', () => {
    it('settles the answer once PostgreSQL is back, by one attempt to keep it', async () => {
      const { seen, logged, puts, end } = settle([AWAY, AWAY, true], { hangs: true });
      await end;
      expect(seen).to.deep.equal({ kept: 0, setAside: 0, dropped: 0 });
      expect(puts()).to.equal(1);
      expect(logged()).to.include('The disk of SPOOL_DIR does not answer');
    });
  });
});
