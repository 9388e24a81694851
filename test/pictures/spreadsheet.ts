import { syntheticIdentity } from '../../harness/synthetic-identity.js';
import type { Booth, DemoAccount } from './booth.js';

const SERIES = 'spreadsheet';
const ROWS = 500;

/** From a spreadsheet of 500 rows to their results. */
export async function sendSpreadsheet(booth: Booth, client: DemoAccount): Promise<void> {
  const page = await booth.signedIn(client);
  await page.goto('/batches');
  await page.locator('input[type="file"]').setInputFiles({
    name: 'staff-november.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(people().join('\n')),
  });
  await page.getByRole('table', { name: 'Columns of the file' }).waitFor();
  await page.getByLabel('Check', { exact: true }).selectOption('said_verification');
  await page.getByLabel('Purpose', { exact: true }).fill('Yearly screening of staff');
  await booth.take(page, SERIES);
  await page.getByRole('button', { name: 'Upload and check the rows' }).click();
  await page.getByRole('heading', { name: 'Start', exact: true }).waitFor();
  await page.getByLabel('Every person in this file has agreed', { exact: false }).check();
  await page.getByLabel('I approve the charge', { exact: false }).check();
  await booth.take(page, SERIES);
  await page.getByRole('button', { name: /^Start \d+ checks?$/ }).click();
  await page.getByText(/^[1-9]\d*% done/).waitFor();
  await booth.take(page, SERIES);
  await page.getByText('100% done').waitFor();
  // The list of rows follows the progress after a few seconds.
  await page
    .getByRole('link', { name: /^Report/ })
    .first()
    .waitFor();
  await page.getByRole('link', { name: /^Available credits/ }).waitFor();
  await booth.take(page, SERIES);
  await page.goto('/checks');
  await page.getByRole('table', { name: 'History of checks' }).waitFor();
  await booth.take(page, 'history');
}

// The first of these numbers are the sandbox's special cases.
const FIRST = 101;

/** Invented people, and one row that a spreadsheet has spoiled. */
function people(): string[] {
  const rows = Array.from(
    { length: ROWS - 1 },
    (_, index) => `${syntheticIdentity(index + FIRST)},EMP-${1001 + index}`,
  );
  return ['ID number,Reference', ...rows, `8.00101E+12,EMP-${1000 + ROWS}`];
}
