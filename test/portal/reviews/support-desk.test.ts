import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { fillIn, requestIdOf, subjectFor, submitCheck, waitForStatus } from '../support/checks.js';
import { expectAccessible, usePortal } from '../support/portal.js';

/** Long, but no longer than names are. */
const HOLDER = 'Thandeka Nompumelelo Sample-Ngcobo';

// Few of these cases come from provider failures: five in a row open the circuit, and the next would wait for it.
describe('the portal of support', function () {
  this.timeout(120_000);

  const portal = usePortal();
  let client: Page;
  let support: Page;
  beforeEach(async () => {
    client = await portal().openAs(await portal().accounts.createClientUser({ credits: 100 }));
    const reviewer = await portal().accounts.createStaff('support', { name: HOLDER });
    support = await portal().openAs(reviewer, '/reviews');
  });
  afterEach(async () => {
    await client.context().close();
    await support.context().close();
  });

  async function takeNext(): Promise<void> {
    await support.goto('/reviews');
    await support.getByRole('button', { name: 'Take the next case' }).click();
    await support.getByRole('heading', { name: 'Decision' }).waitFor();
  }

  it('completes a case, which its client sees without reloading', async () => {
    await submitCheck(client, 'said_verification', subjectFor('said_verification', 'inconclusive'));
    await waitForStatus(client, 'manual_review');
    await takeNext();
    await support.getByText('What the provider answered').click();
    await support.getByLabel('New note').fill('Asked the provider by phone');
    await support.getByRole('button', { name: 'Add the note' }).click();
    await support.getByText('Asked the provider by phone').waitFor();
    await support.getByRole('button', { name: 'Complete with a result' }).click();
    const dialog = support.getByRole('dialog');
    await dialog.getByText('5 credits are charged to', { exact: false }).waitFor();
    await dialog.getByLabel('Outcome').selectOption('positive');
    await dialog.getByLabel('Result in words').fill('Confirmed by the provider on request');
    await dialog.getByLabel('Why').fill('Confirmed by phone');
    await dialog.getByRole('button', { name: 'Complete and charge' }).click();
    await waitForStatus(support, 'completed');
    await client.getByText('Confirmed by the provider on request').first().waitFor();
    await client.getByText('Charged: support completed the check').waitFor();
    await portal().service.expectSound();
  });

  it('decides the usual case by a key, a text and a key, and opens the next', async () => {
    for (const sandboxCase of ['inconclusive', 'reset'] as const) {
      await submitCheck(client, 'said_verification', subjectFor('said_verification', sandboxCase));
      await waitForStatus(client, 'manual_review');
    }
    await takeNext();
    const first = support.url();
    await support.getByRole('heading', { name: 'Decide and go on' }).waitFor();
    await support.keyboard.press('1');
    await support.getByText('the report shows this result', { exact: false }).waitFor();
    await support.keyboard.type('Confirmed by phone');
    await support.keyboard.press('Control+Enter');
    await support.waitForURL((url) => /ver_/.test(url.pathname) && url.href !== first);
    await support.getByRole('button', { name: 'Give it back' }).waitFor();
    const decided = await portal().service.db.query(
      "SELECT label FROM verifications WHERE status = 'completed' AND label = 'Confirmed by the source on request'",
    );
    expect(decided).to.have.length(1);
  });

  it('finds a case by what its client calls it, and lists it among the decided ones afterwards', async () => {
    await fillIn(client, 'said_verification', subjectFor('said_verification', 'inconclusive'));
    await client.getByRole('textbox', { name: 'Your reference' }).fill('Lease 17');
    await client.getByRole('button', { name: /^Submit check/ }).click();
    const requestId = await requestIdOf(client);
    await waitForStatus(client, 'manual_review');
    await support.goto('/reviews');
    await seek('Lease 18');
    await support.getByText('No open case matches these filters.').waitFor();
    await seek('Lease 17');
    await support.getByRole('row', { name: /Lease 17/ }).waitFor();
    await seek(requestId);
    await support.getByRole('heading', { name: 'Decide and go on' }).waitFor();
    await support.keyboard.press('1');
    await support.keyboard.type('Confirmed by phone');
    await support.keyboard.press('Control+Enter');
    await waitForStatus(client, 'completed');
    await support.goto('/reviews');
    await support.getByLabel('Show').selectOption('Decided by me');
    const row = support.getByRole('row', { name: /Lease 17/ });
    await row.getByText('Completed with a result').waitFor();
    await expectAccessible(support);
    await row.getByRole('link').click();
    await support.getByText('Confirmed by phone').waitFor();
  });

  /** Types the search text key by key, as a user would. */
  async function seek(text: string): Promise<void> {
    const find = support.getByLabel('Find');
    await find.fill('');
    await find.pressSequentially(text);
    await find.press('Enter');
  }

  it('releases the credits of a case', async () => {
    await submitCheck(client, 'said_verification', subjectFor('said_verification', 'reset'));
    await waitForStatus(client, 'manual_review');
    await takeNext();
    await support.getByRole('button', { name: 'Release the credits' }).click();
    const dialog = support.getByRole('dialog');
    await dialog.getByText('5 credits go back to', { exact: false }).waitFor();
    await dialog.getByLabel('Why').fill('The provider knows nothing of it');
    await dialog.getByRole('button', { name: 'Release the credits' }).click();
    await client.getByText('Closed', { exact: true }).waitFor();
    await client.getByText('Released: support closed the request').waitFor();
  });

  it('sends a case back only with the word of the provider that it charges nothing', async () => {
    await submitCheck(client, 'said_verification', subjectFor('said_verification', 'server_error'));
    await waitForStatus(client, 'manual_review');
    await takeNext();
    await support.getByRole('button', { name: 'Send it back to the provider' }).click();
    const dialog = support.getByRole('dialog');
    await dialog.getByLabel('Why').fill('The provider had an outage');
    const send = dialog.getByRole('button', { name: 'Send it back' });
    expect(await send.isDisabled()).to.equal(true);
    await dialog.getByRole('checkbox').check();
    await send.click();
    await dialog.waitFor({ state: 'detached' });
    const again = support.getByRole('button', { name: 'Check for an answer', disabled: false });
    const decision = support.getByRole('heading', { name: 'Decision' });
    // For the same subject the provider answers the same again, sooner or later.
    for (;;) {
      await again.or(decision).first().waitFor();
      if (await decision.isVisible()) break;
      // The case may come back on its own in the meantime, and then the button is gone.
      await again.click({ timeout: 1_000 }).catch(() => undefined);
    }
    await waitForStatus(support, 'manual_review');
    await support.getByText('No usable answer', { exact: true }).waitFor();
  });

  it('keeps a decision that came too late for its writer, and takes the buttons away', async () => {
    const requestId = await submitCheck(
      client,
      'said_verification',
      subjectFor('said_verification', 'inconclusive'),
    );
    await waitForStatus(client, 'manual_review');
    await support.goto(`/reviews/${requestId}`);
    await support.getByRole('button', { name: 'Complete with a result' }).click();
    const dialog = support.getByRole('dialog');
    await dialog.getByLabel('Outcome').selectOption('positive');
    await dialog.getByLabel('Result in words').fill('Confirmed on request');
    await dialog.getByLabel('Why').fill('Long and well considered');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await support.getByRole('button', { name: 'Release the credits' }).click();
    expect(await dialog.getByLabel('Why').inputValue()).to.equal('Long and well considered');
    const { accounts } = portal();
    const colleague = await accounts.signIn(await accounts.createStaff('support'));
    const decided = await colleague.post(`/api/v1/support/reviews/${requestId}/resolution`, {
      decision: 'release',
      note: 'Decided by a colleague',
    });
    expect(decided.status).to.equal(200);
    await dialog.getByRole('button', { name: 'Release the credits' }).click();
    await support.getByRole('heading', { name: 'Your decision was not recorded' }).waitFor();
    await support.getByText('Long and well considered').waitFor();
    expect(await support.getByRole('heading', { name: 'Decision', exact: true }).count()).to.equal(0);
    await support.getByRole('button', { name: 'Discard it' }).click();
    await support.getByText('Long and well considered').waitFor({ state: 'detached' });
  });

  it('holds a taken case while its page is open, and tells colleagues until when', async () => {
    const requestId = await submitCheck(
      client,
      'said_verification',
      subjectFor('said_verification', 'inconclusive'),
    );
    await waitForStatus(client, 'manual_review');
    await support.clock.install();
    await support.goto(`/reviews/${requestId}`);
    await support.getByRole('button', { name: 'Take this case' }).click();
    await support.getByRole('button', { name: 'Give it back' }).waitFor();
    const renewed = support.waitForResponse((response) => response.url().endsWith(`${requestId}/take`));
    // Fires what is due once, where runFor would have every poll of six minutes ask the server.
    await support.clock.fastForward('06:30');
    expect((await renewed).status()).to.equal(200);
    const colleague = await portal().openAs(
      await portal().accounts.createStaff('support'),
      `/reviews/${requestId}`,
    );
    await colleague.getByText(new RegExp(`^${HOLDER} is working on it until \\d\\d:\\d\\d$`)).waitFor();
    await colleague.setViewportSize({ width: 390, height: 800 });
    const overflow = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';
    expect(await colleague.evaluate(overflow)).to.be.at.most(0);
    await colleague.context().close();
  });

  it('holds it with a clock that is an hour fast, too, and asks for no more than that', async () => {
    const requestId = await submitCheck(
      client,
      'said_verification',
      subjectFor('said_verification', 'inconclusive'),
    );
    await waitForStatus(client, 'manual_review');
    await support.clock.install({ time: Date.now() + 3_600_000 });
    await support.goto(`/reviews/${requestId}`);
    const renewals: string[] = [];
    support.on('request', (asked) => asked.url().endsWith('/take') && renewals.push(asked.url()));
    await support.getByRole('button', { name: 'Take this case' }).click();
    await support.getByRole('button', { name: 'Give it back' }).waitFor();
    await support.clock.runFor('00:30');
    await support.getByRole('button', { name: 'Give it back' }).click();
    await support.getByRole('button', { name: 'Take this case' }).waitFor();
    expect(renewals).to.have.length(2);
  });

  it('shows a subject whole only when asked', async () => {
    const subject = subjectFor('said_verification', 'inconclusive');
    const requestId = await submitCheck(client, 'said_verification', subject);
    await waitForStatus(client, 'manual_review');
    await support.goto(`/reviews/${requestId}`);
    await support.getByRole('button', { name: 'Take this case' }).click();
    await support.getByRole('button', { name: 'Give it back' }).waitFor();
    expect(await support.content()).not.to.include(subject);
    await support.getByRole('button', { name: 'Show it in full (audited)' }).click();
    await support.getByText(subject).waitFor();
  });

  it('tells how the queue is and leads to its board', async () => {
    await support.getByRole('link', { name: 'Queue' }).click();
    await support.getByRole('table', { name: 'Routes' }).waitFor();
    await support.getByText('Trace by Phone', { exact: false }).waitFor();
    const webhooks = support.getByRole('region', { name: 'Webhooks' });
    await webhooks.getByText('Receivers with messages waiting').waitFor();
    await webhooks.getByText('Longest wait').waitFor();
    const routes = support.getByRole('region', { name: 'Routes of the provider' });
    await routes.getByText(/operational$/).waitFor();
    await routes.getByRole('row').filter({ hasText: 'Trace by Phone' }).getByText('1 calling').waitFor();
    await support.getByText('Last pass').waitFor();
    await support.getByRole('link', { name: 'Open the board' }).click();
    await support.waitForURL(/\/ops\/queues/);
  });
});
