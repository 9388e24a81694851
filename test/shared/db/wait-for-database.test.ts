import { expect } from 'chai';
import { waitForDatabase } from '../../../shared/db/wait-for-database.js';
import { OperatorError } from '../../../shared/operator-error.js';
import { recordingLogger } from '../../support/checks/check-worker.js';

const url = 'postgres://app@127.0.0.1:1/service';

describe('waitForDatabase', () => {
  const outcomes = (...thrown: unknown[]) => {
    let asked = 0;
    return {
      ask: async () => {
        const error = thrown[asked];
        asked += 1;
        if (error !== undefined) throw error;
      },
      asked: () => asked,
    };
  };
  const starting = Object.assign(new Error('the database system is starting up'), { code: '57P03' });

  it('asks again, too, what a process wants to know of a PostgreSQL that is away again by then', async () => {
    const [connecting, examining] = [outcomes(starting), outcomes(starting)];
    const { logger, logged } = recordingLogger();
    const databases = [{ connect: connecting.ask }];
    const wait = waitForDatabase({ databases, examine: examining.ask, url, logger });
    expect(await wait.connected).to.equal(true);
    expect([connecting.asked(), examining.asked()]).to.deep.equal([2, 2]);
    expect(logged())
      .to.match(/is away: waiting for it/)
      .and.match(/is back/);
  });

  it('does not wait for what only a person can change', async () => {
    const refusal = new OperatorError('fsync is off');
    const { logger } = recordingLogger();
    const wait = waitForDatabase({ databases: [], examine: outcomes(refusal).ask, url, logger });
    expect(await wait.connected.catch((error: unknown) => error)).to.equal(refusal);
  });
});
