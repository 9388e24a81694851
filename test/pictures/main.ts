// Takes the pictures of docs/walkthrough.md and of the documentation's page on the portal, before a demo that `npm start`
// has just opened: npm run pictures -- http://localhost:3000. DEMO_PASSWORD as there.
import { Booth, type DemoAccount } from './booth.js';
import { decideCase } from './decide-case.js';
import { takeFirstResult } from './first-result.js';
import { sendSpreadsheet } from './spreadsheet.js';

const url = process.argv[2] ?? 'http://localhost:3000';
const password = process.env.DEMO_PASSWORD ?? 'demo-password-1';
const client: DemoAccount = { email: 'client@example.test', password };
const support: DemoAccount = { email: 'support@example.test', password };

const booth = await Booth.open(url);
try {
  await takeFirstResult(booth, client);
  await sendSpreadsheet(booth, client);
  await decideCase(booth, { client, support });
} finally {
  await booth.close();
}
