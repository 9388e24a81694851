import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { toPublicId } from '../../../shared/domain/ids.js';
import { buildWebhook } from '../../support/messages/webhooks.js';
import { subjectFor, submitCheck, waitForStatus } from './checks.js';
import type { Portal, SignIn } from './portal.js';

/** The pages of each role, with the heading that says they are there. */
export const PAGES = {
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
    ['/batches/{batch}', 'people.csv'],
    ['/wallet', 'Wallet'],
    ['/api-keys', 'API keys'],
    ['/webhooks', 'Webhooks'],
    ['/webhooks/{webhook}', 'Webhook'],
    ['/live-checks', 'Live checks'],
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

type PageRole = keyof typeof PAGES;

/** The accounts whose pages these are, with something on every page. */
export interface PreparedPages {
  accounts: Readonly<Record<PageRole, SignIn>>;
  /** The address of a page, with the ids of what was prepared. */
  addressOf: (path: string) => string;
}

const NAME = 'Client of a test';

/** Makes an account of each role, and what their pages show: checks, a case, a batch, a webhook and a key. */
export async function preparePages(portal: Portal): Promise<PreparedPages> {
  const { accounts, service } = portal;
  const user = await accounts.createClientUser({ client: { name: NAME } });
  const support = await accounts.createStaff('support');
  const admin = await accounts.createStaff('admin');
  const page = await portal.openAs(user);
  const completed = await submitCheck(page, 'identity_check', subjectFor('identity_check', 'positive'));
  await waitForStatus(page, 'completed');
  const review = await submitCheck(page, 'said_verification', subjectFor('said_verification', 'reset'));
  await waitForStatus(page, 'manual_review');
  const batch = await uploadBatch(page);
  await page.context().close();
  await (await accounts.signIn(user)).post('/api/v1/api-keys', { name: 'Payroll server of the Cape' });
  const webhook = await buildWebhook(service.db, {
    url: 'https://client.example.test/hooks',
    clientId: user.clientId,
  });
  const ids: Record<string, string> = {
    ...{ completed, review, batch },
    webhook: webhook.publicId,
    client: toPublicId('client', user.clientId),
  };
  return {
    accounts: { client: user, support, admin },
    addressOf: (path) => path.replace(/\{(\w+)\}/, (_, name: string) => ids[name] ?? ''),
  };
}

/** Uploads three rows, one of which has to be corrected; the id of the batch. */
async function uploadBatch(page: Page): Promise<string> {
  const subject = subjectFor('said_verification', 'positive');
  const file = ['subject,service_code,purpose', ...[subject, '12345', subject].map(rowOf)].join('\n');
  await page.goto('/batches');
  await page.locator('input[type="file"]').setInputFiles({
    name: 'people.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(file),
  });
  await page.getByRole('button', { name: 'Upload and check the rows' }).click();
  await page.waitForURL(/\/batches\/bat_/);
  return page.url().split('/').at(-1) ?? '';
}

const rowOf = (subject: string): string => `${subject},said_verification,Screening of staff`;

/** Waits until the page at this address is there, with all that it asks for. */
export async function arrive(page: Page, address: string, heading: string): Promise<void> {
  const document = await page.goto(address);
  expect(document?.status(), address).to.equal(200);
  await page.getByRole('heading', { level: 1, name: heading, exact: true }).waitFor();
  await page.getByText('Loading', { exact: true }).first().waitFor({ state: 'detached' });
  await page.waitForLoadState('networkidle');
}
