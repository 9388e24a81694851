import { expect } from 'chai';
import { toPublicId } from '../../../shared/domain/ids.js';
import { totpCode } from '../../support/accounts/totp.js';
import { signIn, usePortal } from '../support/portal.js';

describe('somebody who has lost their device and the recovery codes', function () {
  this.timeout(90_000);

  const portal = usePortal({ workers: 0 });

  it('is told who can help, and signs in by password once an admin has reset the second factor', async () => {
    const { accounts } = portal();
    const user = await accounts.createClientUser();
    const caller = await accounts.signIn(user);
    const { secret, challenge } = (await caller.post('/api/v1/me/second-factor/totp')).body;
    await caller.post('/api/v1/me/second-factor/totp/confirm', { challenge, totp: totpCode(secret) });

    const theirs = await portal().open();
    await theirs.goto('/');
    await theirs.getByLabel('E-mail address').fill(user.email);
    await theirs.getByLabel('Password', { exact: true }).fill(user.password);
    await theirs.getByRole('button', { name: 'Sign in' }).click();
    const help = theirs.getByText('Lost all of these?', { exact: false }).getByRole('link');
    expect(await help.getAttribute('href')).to.equal('/docs/support');

    const path = `/clients/${toPublicId('client', user.clientId)}`;
    const admin = await portal().openAs(await accounts.createStaff('admin'), path);
    await admin
      .getByRole('button', { name: `Lost device: reset the second factor of ${user.email}` })
      .click();
    const dialog = admin.getByRole('dialog', { name: 'Reset the second factor?' });
    await dialog.getByText(user.email, { exact: false }).waitFor();
    await dialog.getByRole('button', { name: 'Reset it' }).click();
    await admin.getByText(`${user.email} now signs in with the password alone.`).waitFor();

    await theirs.goto('/');
    await signIn(theirs, user);
    for (const page of [theirs, admin]) await page.context().close();
  });
});
