import { fillIn, requestIdOf, subjectFor, waitForStatus } from '../portal/support/checks.js';
import type { Booth, DemoAccount } from './booth.js';

const SERIES = 'first-result';

/** From the sign-in to the first report. */
export async function takeFirstResult(booth: Booth, client: DemoAccount): Promise<void> {
  const door = await booth.page();
  await door.goto('/');
  await door.getByRole('button', { name: 'Sign in' }).waitFor();
  await booth.take(door, SERIES);
  const page = await booth.signedIn(client);
  await page.goto('/checks/new');
  await page.getByText('ID + Photo (Real-Time)').first().waitFor();
  await booth.take(page, SERIES);
  await fillIn(page, 'identity_check', subjectFor('identity_check', 'positive'));
  await page.getByLabel('Your reference (optional)').fill('LEASE-17');
  await page.getByRole('button', { name: /^Submit check/ }).scrollIntoViewIfNeeded();
  await booth.take(page, SERIES);
  await page.getByRole('button', { name: /^Submit check/ }).click();
  await requestIdOf(page);
  await waitForStatus(page, 'completed');
  await page.getByRole('img', { name: 'From the identity document' }).waitFor();
  await booth.take(page, SERIES);
}
