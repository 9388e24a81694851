import { subjectFor, submitCheck, waitForStatus } from '../portal/support/checks.js';
import type { Booth, DemoAccount } from './booth.js';

const SERIES = 'case';

/** A case, from the desk of support to the client's report. */
export async function decideCase(
  booth: Booth,
  { client, support }: { client: DemoAccount; support: DemoAccount },
): Promise<void> {
  const asking = await booth.signedIn(client);
  for (const subject of ['inconclusive', 'reset'] as const) {
    await submitCheck(asking, 'said_verification', subjectFor('said_verification', subject));
    await waitForStatus(asking, 'manual_review');
  }
  await booth.take(asking, SERIES);
  const desk = await booth.signedIn(support);
  await desk.goto('/reviews');
  await desk.getByRole('button', { name: 'Take the next case' }).waitFor();
  await booth.take(desk, SERIES);
  await desk.getByRole('button', { name: 'Take the next case' }).click();
  await desk.getByRole('heading', { name: 'Decide and go on' }).waitFor();
  const decided = new URL(desk.url()).pathname.split('/').at(-1) ?? '';
  await desk.keyboard.press('1');
  await desk.getByText('the report shows this result', { exact: false }).waitFor();
  await desk.keyboard.type('Confirmed by the provider by phone');
  await booth.take(desk, SERIES);
  await desk.keyboard.press('Control+Enter');
  await desk.waitForURL((url) => !url.pathname.endsWith(decided));
  await asking.goto(`/checks/${decided}`);
  await waitForStatus(asking, 'completed');
  await booth.take(asking, SERIES);
}
