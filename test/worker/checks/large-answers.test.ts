import { expect } from 'chai';
import { readVerification } from '../../support/checks/read-state.js';
import { dispatch, settlementOf } from '../../support/checks/settlements.js';
import { useCheckWorker } from '../../support/checks/use-check-worker.js';

const MEBIBYTE = 1_024 * 1_024;

describe('settling answers as large as a provider may send', () => {
  const used = useCheckWorker('0001010000071');

  it('takes a few at a time, and as many small ones as ever', async () => {
    const { store, metrics } = used.makeWorker().deps;
    const sizes: number[] = [];
    metrics.countBatch = (name, size) => {
      if (name === 'settle') sizes.push(size);
    };
    const submissions = await Promise.all(Array.from({ length: 10 }, () => used.accept()));
    const settled = await Promise.all(
      submissions.map(async (submission) =>
        settlementOf(submission, await dispatch(used.db, submission), 'positive'),
      ),
    );
    const large = settled.slice(0, 6).map((settlement) => ({
      ...settlement,
      call: settlement.call && { ...settlement.call, answerSealed: Buffer.alloc(MEBIBYTE) },
    }));
    expect(await Promise.all(large.map((settlement) => store.settle(settlement)))).not.to.include(false);
    expect(sizes).to.deep.equal([4, 2]);
    await Promise.all(settled.slice(6).map((settlement) => store.settle(settlement)));
    expect(sizes).to.deep.equal([4, 2, 4]);
    for (const { verificationId } of submissions) {
      expect(await readVerification(used.db, verificationId)).to.include({ status: 'completed' });
    }
  });
});
