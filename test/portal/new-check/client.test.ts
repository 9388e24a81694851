import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { SERVICES } from '../../../shared/services/index.js';
import { paidCalls } from '../../support/provider/provider-calls.js';
import { fillIn, requestIdOf, subjectFor, submitCheck, waitForStatus } from '../support/checks.js';
import { usePortal } from '../support/portal.js';

describe('the portal of a client', function () {
  this.timeout(120_000);

  const portal = usePortal({ slowMs: 5_000 });
  let page: Page;
  beforeEach(async () => {
    page = await portal().openAs(await portal().accounts.createClientUser({ credits: 10_000 }));
  });
  afterEach(() => page.context().close());

  it('lists all checks side by side, with what each is good for, until one is chosen', async () => {
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto('/checks/new');
    const identity = page.getByRole('heading', { name: 'Identity', exact: true });
    const vehicle = page.getByRole('heading', { name: 'Vehicle', exact: true });
    await vehicle.waitFor();
    const [left, right] = [await identity.boundingBox(), await vehicle.boundingBox()];
    expect(right?.x).to.be.greaterThan(left?.x ?? Number.POSITIVE_INFINITY);
    const sentence = page.getByText('Looks up a registration number in the vehicle registry', {
      exact: false,
    });
    await sentence.waitFor();
    await page.getByRole('link', { name: /^Vehicle Check/ }).click();
    await page.getByLabel('Vehicle registration number').waitFor();
    await sentence.waitFor({ state: 'detached' });
  });

  describe('submits', () => {
    it('every service and shows its report', async () => {
      for (const { code, label } of SERVICES) {
        await submitCheck(page, code, subjectFor(code, 'positive'));
        await waitForStatus(page, 'completed');
        await page.getByRole('heading', { level: 1, name: label, exact: true }).waitFor();
        const good = code === 'aml_screening' ? 'Clear' : 'Positive';
        await page.getByText(good, { exact: true }).first().waitFor();
        expect(await page.getByText('Tenant screening, lease 17').count(), code).to.equal(1);
        expect(await page.getByText(/^Confidential:/).count(), code).to.equal(1);
      }
      await portal().service.expectSound();
    });

    it('an identity check with its photograph', async () => {
      await submitCheck(page, 'identity_check', subjectFor('identity_check', 'positive'));
      const photo = page.getByRole('img', { name: 'From the identity document' });
      await photo.waitFor();
      await page.waitForFunction("document.querySelector('figure img').naturalWidth > 0");
      await page.getByText('Consent given').waitFor();
    });

    it('once, however often the button is clicked', async () => {
      const before = paidCalls(portal().service.sandbox.calls()).length;
      await fillIn(page, 'said_verification', subjectFor('said_verification', 'positive'));
      await page.getByRole('button', { name: /^Submit check/ }).dblclick();
      await requestIdOf(page);
      await waitForStatus(page, 'completed');
      expect(paidCalls(portal().service.sandbox.calls()).length - before).to.equal(1);
      await page.goto('/checks');
      await page.getByRole('table', { name: 'History of checks' }).waitFor();
      expect(await page.getByRole('row').count()).to.equal(2);
    });

    it('nothing while something is wrong, and says what in the words of the API', async () => {
      await page.goto('/checks/new?service=identity_check');
      const subject = page.getByRole('textbox', { name: 'Identity number' });
      await subject.fill('0001010000072');
      await subject.blur();
      await page.getByText('The last digit does not match the others', { exact: false }).waitFor();
      await page.getByRole('button', { name: /^Submit check/ }).click();
      await page.getByText('Confirm this before you submit.').waitFor();
      await page.getByText('Approve the charge before you submit.').waitFor();
      await page.getByText('needs the explicit consent of the person', { exact: false }).waitFor();
      await page.getByText('Say what the check is for', { exact: false }).waitFor();
      expect(page.url()).to.match(/\/checks\/new/);
    });

    it('from the first field on, and leads to what is wrong first', async () => {
      await page.goto('/checks/new');
      await page.getByRole('link', { name: /^ID \+ Photo/ }).click();
      const subject = page.getByRole('textbox', { name: 'Identity number' });
      await subject.waitFor();
      await page.keyboard.type('0001010000071');
      expect(await subject.inputValue()).to.equal('000101 0000 071');
      const focused = (): Promise<string> =>
        page.evaluate<string>('document.activeElement.labels[0].innerText.trim()');
      const submit = page.getByRole('button', { name: /^Submit check/ });
      await submit.click();
      expect(await focused()).to.match(/^Purpose/);
      await page.keyboard.type('Tenant screening, lease 17');
      await submit.click();
      expect(await focused()).to.match(/^The person has agreed/);
      await page.keyboard.press('Space');
      await submit.click();
      expect(await focused()).to.match(/^I approve the charge/);
    });

    it('groups a number while it is typed, wherever the caret is', async () => {
      await page.goto('/checks/new?service=said_verification');
      const subject = page.getByRole('textbox', { name: 'Identity number' });
      await subject.pressSequentially('0001010000071');
      expect(await subject.inputValue()).to.equal('000101 0000 071');
      await page.getByRole('img', { name: 'Valid' }).waitFor();
      await subject.press('Home');
      await subject.press('Delete');
      await subject.pressSequentially('0');
      expect(await subject.inputValue()).to.equal('000101 0000 071');
    });

    it('the same a second time only when somebody decides to pay for it again', async () => {
      const paid = () => paidCalls(portal().service.sandbox.calls()).length;
      const first = await submitCheck(page, 'said_verification', '0001010001079');
      await waitForStatus(page, 'completed');
      const before = paid();
      await fillIn(page, 'said_verification', '0001010001079');
      await page.getByRole('textbox', { name: 'Your reference' }).fill('CASE-17');
      await page.getByRole('button', { name: /^Submit check/ }).click();
      await page.getByText('The same check was made just now').waitFor();
      await page.getByRole('button', { name: 'Open that check' }).click();
      expect(await requestIdOf(page)).to.equal(first);
      expect(paid()).to.equal(before);
      await page.goBack();
      await page.getByRole('textbox', { name: 'Your reference' }).waitFor();
      await page.getByRole('button', { name: /^Submit check/ }).click();
      await page.getByRole('button', { name: 'Pay 5 credits again' }).click();
      await page.waitForURL((url) => /ver_/.test(url.pathname) && !url.pathname.endsWith(first));
      await waitForStatus(page, 'completed');
      await page.getByText('CASE-17').first().waitFor();
      expect(paid()).to.equal(before + 1);
    });

    it('another check on the same subject, which goes along by memory and not by an address', async () => {
      await submitCheck(page, 'said_verification', subjectFor('said_verification', 'positive'));
      await page.getByRole('button', { name: 'Another check on this subject' }).click();
      await page.getByRole('searchbox', { name: 'Find a check' }).fill('marital');
      await page.getByRole('link', { name: /^Marital Status/ }).click();
      const subject = page.getByRole('textbox', { name: 'Identity number' });
      await subject.waitFor();
      expect((await subject.inputValue()).replaceAll(' ', '')).to.equal('0001010000071');
      expect(page.url()).not.to.include('0001010');
    });

    it('nothing that the credits do not cover', async () => {
      const poor = await portal().openAs(await portal().accounts.createClientUser({ credits: 3 }));
      await fillIn(poor, 'said_verification', subjectFor('said_verification', 'positive'));
      await poor.getByText('Not enough credits').waitFor();
      await poor.getByRole('button', { name: /^Submit check/ }).click();
      await poor.getByText('Nothing was submitted.', { exact: false }).waitFor();
      expect(await poor.getByText('Not enough credits').count()).to.equal(1);
      await poor.context().close();
    });
  });

  describe('shows live', () => {
    it('a pending check becoming completed', async () => {
      await submitCheck(page, 'said_verification', subjectFor('said_verification', 'slow'));
      await waitForStatus(page, 'pending');
      await page.getByText('The source is being asked').waitFor();
      await waitForStatus(page, 'completed');
      await page.getByText('Positive', { exact: true }).waitFor();
    });

    it('that the provider gave no usable answer, and that nothing is to be done', async () => {
      await submitCheck(page, 'said_verification', subjectFor('said_verification', 'reset'));
      await page.getByText('The provider gave no usable answer', { exact: false }).first().waitFor();
      await page.getByText('Do not submit it again:').waitFor();
      await page.getByText('5 credits stay reserved.', { exact: false }).waitFor();
    });

    for (const { sandboxCase, words } of [
      { sandboxCase: 'inconclusive', words: 'Support is looking into this check' },
      { sandboxCase: 'negative', words: 'Negative' },
      { sandboxCase: 'no_record', words: 'No record' },
      { sandboxCase: 'refused', words: 'Rejected' },
    ] as const) {
      it(`the words for ${sandboxCase}`, async () => {
        await submitCheck(page, 'said_verification', subjectFor('said_verification', sandboxCase));
        await page.getByText(words, { exact: true }).first().waitFor();
      });
    }

    it('a bundle whose parts differ', async () => {
      await submitCheck(page, 'kyc_bundle', subjectFor('kyc_bundle', 'trace_no_record'));
      await page.getByText('Mixed', { exact: true }).waitFor();
      await page.getByText('No record', { exact: true }).waitFor();
    });
  });

  it('does not say of a refused part that the bundle costs nothing', async () => {
    await submitCheck(page, 'kyc_bundle', subjectFor('kyc_bundle', 'trace_refused'));
    await waitForStatus(page, 'completed');
    await page.getByText('15 credits', { exact: true }).waitFor();
    await page.getByText('Charged for the bundle; a refused part does not reduce the charge').waitFor();
    await page.getByText('The provider refused this input, so this check was not made').waitFor();
    expect(await page.getByText(/nothing (is|was) charged|no check was made/i).count()).to.equal(0);
  });

  describe('keeps the key of a form', () => {
    it('over a reload, and finds a submission whose answer was lost', async () => {
      const before = paidCalls(portal().service.sandbox.calls()).length;
      await page.route('**/api/v1/verifications', async (route) => {
        if (route.request().method() !== 'POST') return route.continue();
        await route.fetch();
        await route.abort();
      });
      await fillIn(page, 'said_verification', subjectFor('said_verification', 'positive'));
      await page.getByRole('button', { name: /^Submit check/ }).click();
      await page.getByText('It is not known whether the check was accepted').waitFor();
      await page.unroute('**/api/v1/verifications');
      await page.reload();
      await page.getByText('This form has been submitted already').waitFor();
      await page.getByRole('link', { name: 'Open that check' }).click();
      await requestIdOf(page);
      await waitForStatus(page, 'completed');
      expect(paidCalls(portal().service.sandbox.calls()).length - before).to.equal(1);
    });

    it('and nothing else: no personal data in any storage or address', async () => {
      await fillIn(page, 'said_verification', '0001010000071');
      const kept = await page.evaluate<string>(
        'JSON.stringify([{ ...localStorage }, { ...sessionStorage }])',
      );
      expect(kept).to.match(/^\[\{("last-here-usr_[0-9a-z]{26}":"0 \d+")?\},\{"new-check-key":"[a-z]{28}"/);
      expect(kept).not.to.match(/0001010000071|000101|lease/);
      expect(page.url()).not.to.include('0001010');
    });
  });
});
