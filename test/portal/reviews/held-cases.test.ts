import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { subjectFor, submitCheck, waitForStatus } from '../support/checks.js';
import { expectAccessible, usePortal } from '../support/portal.js';

const HOLDER = 'Vera Sample';

describe('a case that a colleague holds', function () {
  this.timeout(120_000);

  const portal = usePortal();
  let requestId: string;
  let support: Page;
  let holder: Awaited<ReturnType<typeof signInHolder>>;
  beforeEach(async () => {
    const { accounts } = portal();
    const client = await portal().openAs(await accounts.createClientUser({ credits: 100 }));
    const subject = subjectFor('said_verification', 'inconclusive');
    requestId = await submitCheck(client, 'said_verification', subject);
    await waitForStatus(client, 'manual_review');
    await client.context().close();
    holder = await signInHolder();
    support = await portal().openAs(await accounts.createStaff('support'));
  });
  afterEach(() => support.context().close());

  const signInHolder = async () => {
    const { accounts } = portal();
    return accounts.signIn(await accounts.createStaff('support', { name: HOLDER }));
  };

  async function holderDoes(act: 'take' | 'give-back'): Promise<void> {
    const answer = await holder.post(`/api/v1/support/reviews/${requestId}/${act}`);
    expect(answer.status, JSON.stringify(answer.body)).to.equal(200);
  }

  const held = () => support.getByText(`${HOLDER} has this case`);
  const deciding = () => support.getByRole('heading', { name: 'Decide and go on' });

  it('cannot be decided, by no button and no key, until it is given back', async () => {
    await holderDoes('take');
    await support.goto(`/reviews/${requestId}`);
    await held().waitFor();
    await support.getByText(/^You can decide it once they give it back, or after \d\d:\d\d/).waitFor();
    expect(await deciding().count()).to.equal(0);
    for (const name of ['Complete with a result', 'Release the credits', 'Send it back to the provider']) {
      expect(await support.getByRole('button', { name }).count(), name).to.equal(0);
    }
    const sent: string[] = [];
    support.on('request', (asked) => asked.method() === 'POST' && sent.push(asked.url()));
    await support.keyboard.press('1');
    await support.keyboard.press('Control+Enter');
    await expectAccessible(support);
    await holderDoes('give-back');
    await support.getByRole('button', { name: 'Check whether it is free' }).click();
    await deciding().waitFor();
    expect(sent).to.deep.equal([]);
    expect(await support.getByRole('radio', { checked: true }).count(), 'chosen by the key').to.equal(0);
    await support.getByRole('button', { name: 'Complete with a result' }).waitFor();
  });

  it('names its holder by address as well where the viewer has the same name', async () => {
    await holderDoes('take');
    const { email } = (await holder.get('/api/v1/me')).body;
    const noted = await holder.post(`/api/v1/support/reviews/${requestId}/notes`, { text: 'Asked by phone' });
    expect(noted.status).to.be.within(200, 201);
    const viewer = await portal().accounts.createStaff('support', { name: HOLDER });
    const namesake = await portal().openAs(viewer, '/reviews');
    await namesake.getByText(email, { exact: true }).waitFor();
    await namesake.goto(`/reviews/${requestId}`);
    await namesake.getByText(`${HOLDER} (${email}) has this case`).waitFor();
    await namesake.getByText(`${HOLDER} (${email}) is working on it`).waitFor();
    await namesake.getByText(`${HOLDER} (${email})`, { exact: true }).waitFor();
    await namesake.setViewportSize({ width: 390, height: 800 });
    const overflow = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';
    expect(await namesake.evaluate(overflow)).to.be.at.most(0);
    await namesake.context().close();
  });

  it('says so to whoever decides a moment too late, and keeps what they wrote', async () => {
    await support.goto(`/reviews/${requestId}`);
    await deciding().waitFor();
    await support.keyboard.press('1');
    await support.keyboard.type('Confirmed by phone');
    await support.getByLabel('What the client reads').fill('Confirmed on the telephone');
    await holderDoes('take');
    await support.keyboard.press('Control+Enter');
    await held().waitFor();
    await support.getByText('What you wrote is kept until then.', { exact: false }).waitFor();
    await holderDoes('give-back');
    await support.getByRole('button', { name: 'Check whether it is free' }).click();
    await deciding().waitFor();
    expect(await support.getByLabel('What the client reads').inputValue()).to.equal(
      'Confirmed on the telephone',
    );
    await support.getByLabel('Why').press('Control+Enter');
    await support.waitForURL((url) => !url.pathname.endsWith(requestId));
    const decided = await portal().service.db.query(
      "SELECT label FROM verifications WHERE label = 'Confirmed on the telephone'",
    );
    expect(decided).to.have.length(1);
  });
});
