import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { fillIn, requestIdOf, subjectFor, waitForStatus } from '../support/checks.js';
import { usePortal } from '../support/portal.js';

describe('the form of a check', function () {
  this.timeout(120_000);

  const portal = usePortal();
  let page: Page;
  before(async () => {
    page = await portal().openAs(await portal().accounts.createClientUser({ credits: 1_000 }));
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  });
  after(() => page.context().close());

  const purpose = () => page.getByRole('textbox', { name: 'Purpose' });
  const submit = () => page.getByRole('button', { name: /^Submit check/ });

  /** Pastes over whatever the focused field holds. */
  async function paste(text: string): Promise<void> {
    await page.evaluate(`navigator.clipboard.writeText(${JSON.stringify(text)})`);
    await page.keyboard.press('Control+A');
    await page.keyboard.press('Control+V');
  }

  it('keeps the purpose to one line, as the API wants it, however it is typed or pasted', async () => {
    await fillIn(page, 'said_verification', subjectFor('said_verification', 'positive'));
    await purpose().fill('');
    await purpose().pressSequentially('Tenant');
    await page.keyboard.press('Enter');
    await purpose().pressSequentially(' screening');
    expect(await purpose().inputValue()).to.equal('Tenant screening');
    await paste('Tenant screening,\r\n\tlease 17\n');
    expect(await purpose().inputValue()).to.equal('Tenant screening, lease 17 ');
    await submit().click();
    await requestIdOf(page);
    // The address comes before the report: until then, the form offers what was just used.
    await purpose().waitFor({ state: 'detached' });
    await page.getByText('Tenant screening, lease 17', { exact: true }).waitFor();
  });

  it('takes a name from two cells of a spreadsheet', async () => {
    await fillIn(page, 'aml_screening', '');
    await page.locator('form input').first().focus();
    await paste('Test Subject\tOne');
    await submit().click();
    await requestIdOf(page);
    await waitForStatus(page, 'completed');
  });

  it('screens in the country whose name is typed, and names it in the report', async () => {
    await fillIn(page, 'aml_screening', 'Test Subject One');
    await page.getByLabel('Country').focus();
    await page.keyboard.type('Austri');
    await submit().click();
    await requestIdOf(page);
    await page.getByText('country Austria (AT)', { exact: false }).waitFor();
  });

  it('says of a number with invisible characters, as telephones paste them, what is wrong with it', async () => {
    await fillIn(page, 'phone_trace', '\u202d+27710000001\u202c');
    await page
      .getByText('characters that change the text direction. Type it by hand', { exact: false })
      .waitFor();
    expect(await page.getByRole('img', { name: 'Valid' }).count()).to.equal(0);
  });

  it('takes the press by which a faulty field is left, although its fault appears', async () => {
    await page.goto('/checks/new?service=said_verification');
    await page.getByRole('textbox', { name: 'Identity number' }).fill('0001010000071');
    await purpose().fill('x');
    const consent = page.getByRole('checkbox').first();
    const box = await consent.boundingBox();
    if (box === null) throw new Error('Nothing is shown');
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
    await page.mouse.down();
    await page.mouse.up();
    await page.getByText('Say what the check is for', { exact: false }).waitFor();
    expect(await consent.isChecked()).to.equal(true);
  });

  it('keeps what was filled in after a submission without an answer, for another check', async () => {
    await page.route('**/api/v1/verifications', async (route) => {
      if (route.request().method() !== 'POST') return route.continue();
      await route.fetch();
      await route.abort();
    });
    await fillIn(page, 'marital_status', subjectFor('marital_status', 'positive'));
    await submit().click();
    await page.getByText('It is not known whether the check was accepted').waitFor();
    await page.unroute('**/api/v1/verifications');
    await page.getByRole('link', { name: /^Vehicle Check/ }).click();
    await page.getByRole('textbox', { name: 'Vehicle registration number' }).fill('TST001GP');
    await purpose().fill('Purchase of a car');
    for (const confirmation of await page.getByRole('checkbox').all()) await confirmation.check();
    await submit().click();
    await page.getByText('What you submitted before was accepted').waitFor();
    await page.getByRole('button', { name: 'Keep this for another check' }).click();
    await page.getByText('What you submitted before was accepted').waitFor({ state: 'detached' });
    expect(await purpose().inputValue()).to.equal('Purchase of a car');
    await submit().click();
    await requestIdOf(page);
    await page.getByRole('heading', { level: 1, name: 'Vehicle Check' }).waitFor();
    await waitForStatus(page, 'completed');
  });

  it('shows its button in a window that is lower than it, and keeps it in view beside the list', async () => {
    await fillIn(page, 'identity_check', subjectFor('identity_check', 'positive'));
    const form = await page.locator('form').boundingBox();
    const height = Math.ceil((form?.height ?? 0) * 0.75);
    await page.setViewportSize({ width: 1280, height });
    const bottom = async () => {
      const { y, height: tall } = (await submit().boundingBox()) ?? { y: 0, height: 0 };
      return y + tall;
    };
    await page.evaluate(`window.scrollTo(0, ${height})`);
    expect(await bottom()).to.be.at.most(height);
    expect(await bottom()).to.be.at.least(0);
    await page.setViewportSize({ width: 1280, height: 900 });
  });
});
