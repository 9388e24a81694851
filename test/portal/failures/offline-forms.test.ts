import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { fillIn, subjectFor } from '../support/checks.js';
import { usePortal } from '../support/portal.js';

describe('what is sent in the portal without a connection', function () {
  this.timeout(120_000);

  const portal = usePortal({ workers: 0 });
  let page: Page;
  beforeEach(async () => {
    page = await portal().openAs(await portal().accounts.createClientUser({ credits: 100 }), '/api-keys');
  });
  afterEach(() => page.context().close());

  const away = () => page.getByText('The service cannot be reached.', { exact: false }).first().waitFor();

  it('is said not to have arrived, in a dialog that can be closed', async () => {
    await page.getByRole('button', { name: 'New key' }).click();
    await page.getByLabel('Name').fill('Payroll');
    await page.context().setOffline(true);
    await page.getByRole('button', { name: 'Create the key' }).click();
    await away();
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  });

  it('is said not to have arrived where it can be read without scrolling, and the button is still there', async () => {
    await fillIn(page, 'said_verification', subjectFor('said_verification', 'positive'));
    await page.context().setOffline(true);
    const button = page.getByRole('button', { name: /^Submit check/ });
    const { y = 0, height = 0 } = (await button.boundingBox()) ?? {};
    await page.setViewportSize({ width: 1280, height: Math.ceil(y + height) });
    await button.click();
    await away();
    const said = await page.getByRole('alert').boundingBox();
    const submit = await button.boundingBox();
    expect(said?.y).to.be.at.least(0);
    const end = page.viewportSize()?.height ?? 0;
    for (const shown of [said, submit]) expect((shown?.y ?? end) + (shown?.height ?? end)).to.be.at.most(end);
  });

  it('is not sent on its own once there is one, by whoever has gone on to something else', async () => {
    await fillIn(page, 'said_verification', subjectFor('said_verification', 'positive'));
    const sent: string[] = [];
    page.on('request', (asked) => {
      if (asked.method() === 'POST' && /\/verifications/.test(asked.url())) sent.push(asked.url());
    });
    await page.context().setOffline(true);
    await page.getByRole('button', { name: /^Submit check/ }).click();
    await page.getByText('The check was not submitted').waitFor();
    const before = sent.length;
    await page.getByRole('link', { name: 'API keys' }).click();
    await page.context().setOffline(false);
    await page.getByRole('button', { name: 'New key' }).waitFor();
    await page.waitForLoadState('networkidle');
    expect(sent).to.have.length(before);
  });
});
