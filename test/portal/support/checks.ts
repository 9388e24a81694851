import type { Page } from 'playwright-core';
import { TEST_SUBJECTS } from '../../../shared/domain/test-subjects.js';
import { type ServiceCode, serviceOf } from '../../../shared/services/index.js';

type Case = (typeof TEST_SUBJECTS)[number]['case'];

/** The synthetic subject that leads this service to this case. */
export function subjectFor(service: ServiceCode, sandboxCase: Case): string {
  const [type] = serviceOf(service).input.types;
  const row = TEST_SUBJECTS.find((subject) => subject.case === sandboxCase);
  const subject = type === undefined ? undefined : row?.subjects[type];
  if (subject === undefined) throw new Error(`The sandbox has no ${sandboxCase} for ${service}`);
  return subject;
}

/** Opens the form of a service and fills it in, up to the button. */
export async function fillIn(page: Page, service: ServiceCode, subject: string): Promise<void> {
  await page.goto(`/checks/new?service=${service}`);
  await page.locator('form input').first().fill(subject);
  await page.getByRole('textbox', { name: 'Purpose' }).fill('Tenant screening, lease 17');
  for (const confirmation of await page.getByRole('checkbox').all()) await confirmation.check();
}

/** Submits a check, again where the same was asked before, and waits for its own page; the request id. */
export async function submitCheck(page: Page, service: ServiceCode, subject: string): Promise<string> {
  await fillIn(page, service, subject);
  await page.getByRole('button', { name: /^Submit check/ }).click();
  const again = page.getByRole('button', { name: /^Pay .* again$/ });
  await again.or(page.locator('[data-status]')).first().waitFor();
  if (await again.isVisible()) await again.click();
  return requestIdOf(page);
}

/** Waits until the page of a request is open; its id. */
export async function requestIdOf(page: Page): Promise<string> {
  await page.waitForURL(/\/checks\/ver_/);
  return new URL(page.url()).pathname.split('/').at(-1) ?? '';
}

/** Waits until the open report has this status. */
export async function waitForStatus(page: Page, status: string): Promise<void> {
  await page.locator(`[data-status="${status}"]`).waitFor();
}
