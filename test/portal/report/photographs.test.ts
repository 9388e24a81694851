import { expect } from 'chai';
import { fromPublicId } from '../../../shared/domain/ids.js';
import { buildVerification } from '../../support/database/factories.js';
import { subjectFor, submitCheck, waitForStatus } from '../support/checks.js';
import { expectAccessible, usePortal } from '../support/portal.js';

describe('the photograph on a report', function () {
  this.timeout(60_000);

  const portal = usePortal();

  it('is said not to have come, and comes when it is asked for again, once', async () => {
    const page = await portal().openAs(await portal().accounts.createClientUser());
    await page.route('**/photo', (route) => route.abort());
    const requestId = await submitCheck(page, 'identity_check', subjectFor('identity_check', 'positive'));
    await waitForStatus(page, 'completed');
    const figure = page.getByRole('figure');
    await figure.getByText('The ID photograph could not be loaded.').waitFor();
    await expectAccessible(page);
    await page.unroute('**/photo');
    await figure.getByRole('button', { name: 'Try again' }).click();
    const photo = figure.getByRole('img', { name: 'From the identity document' });
    await photo.waitFor();
    expect(await photo.evaluate((shown) => shown.naturalWidth)).to.be.greaterThan(1);
    // Whoever returns to the window does not open it anew.
    await page.evaluate("document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))");
    await page.waitForLoadState('networkidle');
    const opened = await portal().service.db.query(
      "SELECT FROM access_log WHERE verification_id = $1 AND act = 'photo'",
      [fromPublicId('verification', requestId)],
    );
    expect(opened).to.have.length(1);
    await page.context().close();
  });

  it('is not missed where the source had none', async () => {
    const user = await portal().accounts.createClientUser();
    const { requestId } = await buildVerification(portal().service.db, {
      clientId: user.clientId,
      serviceCode: 'identity_check',
      status: 'completed',
    });
    const page = await portal().openAs(user);
    const asked = page.waitForResponse('**/photo');
    await page.goto(`/checks/${requestId}`);
    expect((await asked).status()).to.equal(404);
    await page.getByText('For the record').waitFor();
    await page.getByRole('figure').waitFor({ state: 'detached' });
    await page.context().close();
  });
});
