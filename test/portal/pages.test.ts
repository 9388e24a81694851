import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { subjectFor, submitCheck, waitForStatus } from './support/checks.js';
import { expectAccessible, usePortal } from './support/portal.js';

/** The pages of each role, with the heading that says they are there. */
const PAGES = {
  client: [
    ['/', 'Home'],
    ['/checks/new', 'New check'],
    ['/checks/new?service=identity_check', 'New check'],
    ['/checks/new?service=aml_screening', 'New check'],
    ['/checks', 'History'],
    ['/checks/subject', 'One subject'],
    ['/checks/{completed}', 'ID + Photo (Real-Time)'],
    ['/checks/{review}', 'SA ID (Basic)'],
    ['/batches', 'Batches'],
    ['/wallet', 'Wallet'],
    ['/api-keys', 'API keys'],
    ['/webhooks', 'Webhooks'],
    ['/team', 'Team'],
    ['/access-log', 'Access log'],
    ['/account', 'Your account'],
  ],
  support: [
    ['/', 'Home'],
    ['/reviews', 'Reviews'],
    ['/reviews/{review}', 'SA ID (Basic)'],
    ['/queue', 'Queue'],
  ],
  admin: [
    ['/', 'Home'],
    ['/clients', 'Clients'],
    ['/clients/{client}', 'Client of a test'],
    ['/staff', 'Staff'],
    ['/approvals', 'Approvals'],
    ['/audit-log', 'Audit log'],
    ['/service-health', 'Service health'],
  ],
} as const;

/** Dialogs, by the page and the button that opens them. */
const DIALOGS = {
  client: [
    ['/checks/new', 'About AML/PEP/Sanctions'],
    ['/api-keys', 'New key'],
    ['/webhooks', 'New webhook'],
    ['/team', 'Invite somebody'],
  ],
  support: [
    ['/reviews/{review}', 'Complete with a result'],
    ['/reviews/{review}', 'Send it back to the provider'],
  ],
  admin: [
    ['/clients', 'New client'],
    ['/clients/{client}', 'Add or take credits'],
    ['/staff', 'New member of staff'],
  ],
} as const;

// Colours do not depend on the width, nor room on the theme: each is met once, and every page twice.
const LOOKS = [
  { colorScheme: 'light', width: 1280 },
  { colorScheme: 'dark', width: 390 },
] as const;

describe('every page of the portal', function () {
  this.timeout(180_000);

  const portal = usePortal();
  const ids: Record<string, string> = {};
  const accounts: Partial<Record<keyof typeof PAGES, { email: string; password: string }>> = {};

  before(async () => {
    const user = await portal().accounts.createClientUser({ client: { name: 'Client of a test' } });
    accounts.client = user;
    accounts.support = await portal().accounts.createStaff('support');
    accounts.admin = await portal().accounts.createStaff('admin');
    const page = await portal().openAs(user);
    ids.completed = await submitCheck(page, 'identity_check', subjectFor('identity_check', 'positive'));
    await waitForStatus(page, 'completed');
    ids.review = await submitCheck(page, 'said_verification', subjectFor('said_verification', 'reset'));
    await waitForStatus(page, 'manual_review');
    await page.context().close();
    const admin = await portal().openAs(accounts.admin, '/clients');
    await admin.getByRole('link', { name: 'Client of a test' }).click();
    await admin.waitForURL(/\/clients\/cli_/);
    ids.client = admin.url().split('/').at(-1) ?? '';
    await admin.context().close();
  });

  const addressOf = (path: string): string => path.replace(/\{(\w+)\}/, (_, name: string) => ids[name] ?? '');

  async function arrive(page: Page, path: string, heading: string): Promise<void> {
    await page.goto(addressOf(path));
    await page.getByRole('heading', { level: 1, name: heading, exact: true }).waitFor();
    await page.getByText('Loading', { exact: true }).first().waitFor({ state: 'detached' });
    await page.waitForLoadState('networkidle');
  }

  /** Nothing has to be scrolled sideways (WCAG 2.2, 1.4.10). */
  async function expectNoOverflow(page: Page): Promise<void> {
    const overflow = await page.evaluate<number>(
      'document.documentElement.scrollWidth - document.documentElement.clientWidth',
    );
    expect(overflow, `${page.url()} is too wide`).to.be.at.most(0);
    const cramped = await page.evaluate<string[]>(
      "[...document.querySelectorAll('dd')].filter((dd) => dd.scrollWidth > dd.clientWidth).map((dd) => dd.innerText)",
    );
    expect(cramped, `${page.url()} has facts that are wider than their place`).to.deep.equal([]);
  }

  /** Looks at the page as it is in both themes, on a wide and on a narrow screen. */
  async function look(page: Page): Promise<void> {
    for (const { colorScheme, width } of LOOKS) {
      await page.emulateMedia({ colorScheme });
      await page.locator(`[data-mantine-color-scheme="${colorScheme}"]`).waitFor();
      await page.setViewportSize({ width, height: 900 });
      await expectAccessible(page);
      await expectNoOverflow(page);
    }
  }

  for (const role of ['client', 'support', 'admin'] as const) {
    it(`of ${role} gives axe nothing to find in either theme, and the browser nothing to refuse`, async () => {
      const account = accounts[role];
      if (account === undefined) throw new Error('No account');
      const page = await portal().openAs(account);
      for (const [path, heading] of PAGES[role]) {
        await arrive(page, path, heading);
        await look(page);
      }
      for (const [path, button] of DIALOGS[role]) {
        await page.goto(addressOf(path));
        await page.getByRole('button', { name: button }).click();
        await page.getByRole('dialog').waitFor();
        await look(page);
      }
      await page.context().close();
      expect(portal().complaints).to.deep.equal([]);
    });
  }

  it('before signing in, too', async () => {
    const page = await portal().open();
    await page.goto('/');
    await page.getByRole('button', { name: 'Sign in' }).waitFor();
    await look(page);
    await page.context().close();
  });

  it('changes its theme at the press of a button and keeps it', async () => {
    if (accounts.client === undefined) throw new Error('No account');
    const page = await portal().openAs(accounts.client, '/', { colorScheme: 'light' });
    await page.getByRole('button', { name: 'Use the dark theme' }).click();
    await page.reload();
    await page.getByRole('button', { name: 'Use the light theme' }).waitFor();
    await page.context().close();
  });

  it('prints a report without menu and buttons', async () => {
    if (accounts.client === undefined) throw new Error('No account');
    const page = await portal().openAs(accounts.client);
    await arrive(page, '/checks/{completed}', 'ID + Photo (Real-Time)');
    await page.emulateMedia({ media: 'print' });
    expect(await page.getByRole('link', { name: 'History' }).isVisible()).to.equal(false);
    expect(await page.getByRole('button', { name: 'Print' }).isVisible()).to.equal(false);
    expect(await page.getByText(/^Confidential:/).isVisible()).to.equal(true);
    await page.context().close();
  });
});
