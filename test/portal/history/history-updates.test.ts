import { expect } from 'chai';
import { subjectFor } from '../support/checks.js';
import { usePortal } from '../support/portal.js';

describe('the history', function () {
  this.timeout(60_000);

  const portal = usePortal();

  it('shows the result of a check that was in progress, without anybody doing anything', async () => {
    const user = await portal().accounts.createClientUser();
    const caller = await portal().accounts.signIn(user);
    const page = await portal().openAs(user);
    const answer = await caller.post(
      '/api/v1/verifications',
      {
        ...{ service_code: 'said_verification', subject: subjectFor('said_verification', 'slow') },
        ...{ purpose: 'Tenant screening', authority_confirmed: true, charge_approved: true },
        idempotency_key: 'slow',
      },
      { headers: { prefer: 'respond-async' } },
    );
    expect(answer.status, JSON.stringify(answer.body)).to.equal(202);
    await page.getByRole('link', { name: 'History' }).click();
    const table = page.getByRole('table', { name: 'History of checks' });
    await table.getByText('In progress').waitFor();
    await table.getByText('Positive').waitFor();
    await page.context().close();
  });
});
