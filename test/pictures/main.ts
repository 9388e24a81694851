// Takes the pictures of docs/walkthrough.md and of the documentation's page on the portal, before a demo that
// `npm start` has just opened. DEMO_PASSWORD as there.
import { readFlags, text } from '../../harness/read-flags.js';
import { Booth, type DemoAccount } from './booth.js';
import { decideCase } from './decide-case.js';
import { takeFirstResult } from './first-result.js';
import { sendSpreadsheet } from './spreadsheet.js';

const { url } = readFlags(
  {
    command: 'npm run pictures',
    does: 'Takes the screenshots of the documentation from a freshly started demo.',
  },
  { url: text('of the demo, as npm start prints it', 'http://localhost:3000') },
);
const password = process.env.DEMO_PASSWORD ?? 'demo-password-1';
const client: DemoAccount = { email: 'client@example.test', password };
const support: DemoAccount = { email: 'support@example.test', password };

async function answers(): Promise<boolean> {
  if (!URL.canParse(url)) return false;
  return fetch(new URL('/healthz', url)).then(
    ({ ok }) => ok,
    () => false,
  );
}

async function takePictures(): Promise<void> {
  const booth = await Booth.open(url);
  try {
    await takeFirstResult(booth, client);
    await sendSpreadsheet(booth, client);
    await decideCase(booth, { client, support });
  } finally {
    await booth.close();
  }
}

if (await answers()) {
  await takePictures();
} else {
  process.stderr.write(
    `No service answers at ${url}. Start the demo with npm start, and give the address that it prints.\n`,
  );
  process.exitCode = 1;
}
