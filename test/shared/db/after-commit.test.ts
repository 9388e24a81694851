import { expect } from 'chai';
import { afterCommit } from '../../../shared/db/after-commit.js';
import { UnknownCommitError } from '../../../shared/db/unknown-commit.js';

describe('what is done after a commit', () => {
  const failing = (code: string) =>
    afterCommit(() => Promise.reject(Object.assign(new Error('synthetic'), { code }))).catch(
      (error) => error,
    );

  for (const [why, code] of [
    ['PostgreSQL is away', '08006'],
    ['PostgreSQL is broken', 'XX001'],
    ['it deadlocks at every attempt', '40P01'],
    ['others are in its way at every attempt', '40001'],
  ] as const)
    it(`does not say that nothing was stored when ${why}`, async () => {
      expect(await failing(code)).to.be.instanceOf(UnknownCommitError);
    });

  it('fails as it does otherwise', async () => {
    expect(await failing('23505')).to.not.be.instanceOf(UnknownCommitError);
  });
});
