import { expect } from 'chai';
import { waitFor } from '../../../harness/wait-for.js';
import type { Logger } from '../../../shared/logger.js';
import { type SealingDeps, startSealing } from '../../../worker/log/start-sealing.js';

describe('startSealing', () => {
  it('says once that rounds fail, however many do', async () => {
    let rounds = 0;
    const warnings: string[] = [];
    const logger = { warn: (_details: object, message: string) => warnings.push(message) };
    const transaction = () => {
      rounds += 1;
      return Promise.reject(new Error('away'));
    };
    const sealing = startSealing({
      db: { transaction },
      history: { state: 'adopted' },
      config: {},
      logger: logger as unknown as Logger,
    } as unknown as SealingDeps);
    await waitFor(() => rounds >= 3, { describe: 'three rounds' });
    await sealing.stop();
    expect(warnings).to.deep.equal(['the log could not be sealed']);
  });
});
