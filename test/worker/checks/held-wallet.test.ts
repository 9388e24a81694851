import { expect } from 'chai';
import { withClient } from '../../../harness/with-client.js';
import { readVerification } from '../../support/checks/read-state.js';
import { dispatch, settlementOf } from '../../support/checks/settlements.js';
import { useCheckWorker } from '../../support/checks/use-check-worker.js';

describe('settling while somebody has locked a wallet', function () {
  this.timeout(60_000);

  const used = useCheckWorker('0001010000071');

  it('goes on with the answers of all other clients, and with that of this one once it is free', async () => {
    const { store } = used.makeWorker().deps;
    const [held, free] = await Promise.all([used.accept(), used.accept()]);
    const [heldCall, freeCall] = await Promise.all([dispatch(used.db, held), dispatch(used.db, free)]);
    await withClient(used.database.url, async (person) => {
      await person.query('BEGIN');
      await person.query('SELECT FROM wallets WHERE client_id = $1 FOR UPDATE', [held.clientId]);
      const waiting = store.settle(settlementOf(held, heldCall, 'positive'));
      expect(await store.settle(settlementOf(free, freeCall, 'positive')), 'in the same batch').to.equal(
        true,
      );
      await person.query('COMMIT');
      expect(await waiting).to.equal(true);
    });
    for (const { verificationId } of [held, free]) {
      expect(await readVerification(used.db, verificationId)).to.include({ status: 'completed' });
    }
  });
});
