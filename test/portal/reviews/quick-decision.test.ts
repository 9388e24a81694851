import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { subjectFor, submitCheck, waitForStatus } from '../support/checks.js';
import { usePortal } from '../support/portal.js';

describe('"Decide and go on"', function () {
  this.timeout(120_000);

  const portal = usePortal();
  let requestId: string;
  let support: Page;
  beforeEach(async () => {
    const { accounts } = portal();
    const client = await portal().openAs(await accounts.createClientUser({ credits: 100 }));
    requestId = await submitCheck(
      client,
      'said_verification',
      subjectFor('said_verification', 'inconclusive'),
    );
    await waitForStatus(client, 'manual_review');
    await client.context().close();
    support = await portal().openAs(await accounts.createStaff('support'), `/reviews/${requestId}`);
    await support.getByRole('heading', { name: 'Decide and go on' }).waitFor();
    await support.keyboard.press('1');
    await support.getByText('the report shows this result', { exact: false }).waitFor();
    await support.keyboard.type('Confirmed by phone');
  });
  afterEach(() => support.context().close());

  const stored = async () => {
    const rows = await portal().service.db.query<{ status: string; outcome: string | null }>(
      'SELECT status, outcome FROM verifications ORDER BY id DESC LIMIT 1',
    );
    return rows[0];
  };

  async function colleagueReleases(): Promise<void> {
    const { accounts } = portal();
    const colleague = await accounts.signIn(await accounts.createStaff('support'));
    const decided = await colleague.post(`/api/v1/support/reviews/${requestId}/resolution`, {
      decision: 'release',
      note: 'Decided by a colleague',
    });
    expect(decided.status).to.equal(200);
  }

  it('records nothing by Ctrl Enter in a dialog with another decision, or in a note', async () => {
    const posts: string[] = [];
    support.on('request', (request) => {
      if (request.method() === 'POST') posts.push(request.url());
    });
    await support.getByLabel('New note').fill('They will write again');
    await support.keyboard.press('Control+Enter');
    await support.getByRole('button', { name: 'Release the credits' }).click();
    const dialog = support.getByRole('dialog');
    await dialog.getByLabel('Why').fill('It was another person');
    await support.keyboard.press('Control+Enter');
    await dialog.getByRole('button', { name: 'Cancel' }).focus();
    // Chooses nothing behind the dialog either.
    await support.keyboard.press('2');
    expect(posts).to.deep.equal([]);
    await dialog.getByRole('button', { name: 'Release the credits' }).click();
    await waitForStatus(support, 'completed');
    expect(await stored()).to.deep.equal({ status: 'completed', outcome: 'closed' });
    const unrecorded = support.getByRole('heading', { name: 'Your decision was not recorded' });
    expect(await unrecorded.count(), 'the viewer decided').to.equal(0);
  });

  it('is chosen among by the keys of a radio group, and by its digits there', async () => {
    const choices = support.getByRole('group', { name: 'What was found out' }).getByRole('radio');
    await choices.first().focus();
    await support.keyboard.press('ArrowDown');
    await support.keyboard.press('ArrowDown');
    await choices.nth(2).and(support.locator(':checked:focus')).waitFor();
    await support.keyboard.press('2');
    await choices.nth(1).and(support.locator(':checked')).waitFor();
    await support.getByLabel('Why').and(support.locator(':focus')).waitFor();
  });

  it('leads to its reason when its words are clicked, and takes no digit of that for a choice', async () => {
    const group = support.getByRole('group', { name: 'What was found out' });
    await group.locator('label span').nth(2).click();
    await support.getByLabel('Why').and(support.locator(':focus')).waitFor();
    await support.keyboard.type('2 people');
    await group.getByRole('radio').nth(2).and(support.locator(':checked')).waitFor();
    expect(await support.getByLabel('Why').inputValue()).to.include('2 people');
  });

  it('is not said to be unrecorded when only the answer to it was lost', async () => {
    await support.route('**/resolution', async (route) => {
      await route.fetch();
      await route.abort();
    });
    await support.keyboard.press('Control+Enter');
    // Without an answer the case is loaded again, which says so.
    await support.getByRole('heading', { name: 'You have decided this case' }).waitFor();
    await waitForStatus(support, 'completed');
    expect(await support.getByText('Nothing of this was saved', { exact: false }).count()).to.equal(0);
    expect(await stored()).to.deep.equal({ status: 'completed', outcome: 'positive' });
  });

  it('keeps what was written when a colleague was faster, and says that it was not recorded', async () => {
    await colleagueReleases();
    await support.keyboard.press('Control+Enter');
    await support.getByRole('heading', { name: 'Your decision was not recorded' }).waitFor();
    await support.getByText('Confirmed by phone', { exact: true }).waitFor();
    await support.getByRole('button', { name: 'Discard it' }).click();
    await support.getByText('Confirmed by phone', { exact: true }).waitFor({ state: 'detached' });
    expect(await stored()).to.deep.equal({ status: 'completed', outcome: 'closed' });
  });

  it('keeps its page until it is known whether the decision was recorded', async () => {
    let release = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    await support.route('**/resolution', async (route) => {
      await released;
      await route.abort();
    });
    await support.keyboard.press('Control+Enter');
    await support.getByRole('link', { name: 'Queue' }).first().click();
    release();
    await support.getByRole('alert').waitFor();
    expect(await support.getByLabel('Why').inputValue()).to.equal('Confirmed by phone');
  });
});
