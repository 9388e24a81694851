import axe from 'axe-core';
import { expect } from 'chai';
import {
  type Browser,
  type BrowserContextOptions,
  chromium,
  type Page,
  type Response,
} from 'playwright-core';
import { createAccounts, type TestAccounts } from '../../support/accounts/api-accounts.js';
import { witnessAnswer } from '../../support/personal-data/openings.js';
import { type Service, type ServiceOptions, startService } from '../../support/processes/service.js';
import { findChromium } from './chromium.js';

const ACTION_WITHIN_MS = 15_000;

export interface SignIn {
  email: string;
  password: string;
}

/** A browser before the real processes of the service. */
export class Portal {
  /** What the browser complained of: broken scripts, refused by the content security policy, and the like. */
  readonly complaints: string[] = [];

  constructor(
    readonly service: Service,
    readonly browser: Browser,
    readonly accounts: TestAccounts,
  ) {}

  /** A page in a browser profile of its own. */
  async open(options: BrowserContextOptions = {}): Promise<Page> {
    const context = await this.browser.newContext({
      baseURL: this.service.api.url,
      viewport: { width: 1440, height: 900 },
      locale: 'en-ZA',
      // A motion that has not ended yet has colours of its own.
      reducedMotion: 'reduce',
      ...options,
    });
    context.setDefaultTimeout(ACTION_WITHIN_MS);
    context.on('response', (response) => void witness(response));
    const page = await context.newPage();
    page.on('pageerror', (error) => this.complaints.push(`${page.url()}: ${error.message}`));
    page.on('console', (message) => {
      // The browser reports every refusal of the API as an error too: those are answers.
      if (message.type() !== 'error' || message.text().startsWith('Failed to load resource')) return;
      this.complaints.push(`${page.url()}: ${message.text()}`);
    });
    return page;
  }

  /**
   * A page where this account is signed in, at the given address. The browser is given its session without the sign-in
   * page, which tests of its own fill in: to draw it takes as long as most tests.
   */
  async openAs(account: SignIn, path = '/', options: BrowserContextOptions = {}): Promise<Page> {
    const page = await this.open(options);
    await this.signInBehind(page, account);
    await page.goto(path);
    await page.locator('#content').waitFor();
    return page;
  }

  /** Gives the browser of this page the session of an account, as another of its tabs would. */
  async signInBehind(page: Page, { email, password }: SignIn): Promise<void> {
    const answer = await page.context().request.post('/api/v1/login', {
      headers: { origin: this.service.api.url },
      data: { email, password, session: 'cookie' },
    });
    expect(answer.status(), await answer.text()).to.equal(200);
  }

  async close(): Promise<void> {
    await Promise.all(this.browser.contexts().map((context) => context.close()));
    await this.service.stop();
  }
}

/** What the browser is shown counts as opened, as far as its body can still be had. */
async function witness(response: Response): Promise<void> {
  const headers = response.headers();
  const contentType = headers['content-type'] ?? '';
  const body: unknown = contentType.includes('json') ? await response.json().catch(() => undefined) : '';
  const unfinished = headers['retry-after'] !== undefined;
  witnessAnswer({ url: response.url(), status: response.status(), contentType, body, unfinished });
}

/** Fills in the sign-in page and waits for the workspace. */
export async function signIn(page: Page, { email, password }: SignIn): Promise<void> {
  await page.getByLabel('E-mail address').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.locator('#content').waitFor();
}

/** Expects that axe finds nothing in the page as it is now. */
export async function expectAccessible(page: Page): Promise<void> {
  // Evaluated by the debugger, so the content security policy of the page does not apply to it.
  await page.evaluate(`${axe.source}; undefined`);
  const violations = await page.evaluate<string[]>(
    `axe.run(document, { resultTypes: ['violations'] }).then(({ violations }) => violations.map(
      ({ id, nodes }) => id + ': ' + nodes.map(({ html }) => html.slice(0, 200)).join(' | ')))`,
  );
  expect(violations, `axe on ${page.url()}`).to.deep.equal([]);
}

/** One for all files of a run; what they open in it are profiles of their own. */
let browser: Promise<Browser> | undefined;

const ARGUMENTS = [
  // Chromium's own sandbox needs what containers and root do not have; only our own pages are opened.
  '--no-sandbox',
  // Fewer processes: a page opens in four fifths of the processor time.
  '--in-process-gpu',
  '--disable-site-isolation-trials',
  '--renderer-process-limit=1',
];

function openBrowser(executablePath: string): Promise<Browser> {
  browser ??= chromium.launch({ executablePath, args: ARGUMENTS });
  return browser;
}

// A hook of the whole run: an open browser would keep it from ending.
after(async () => {
  await (await browser)?.close();
});

/**
 * Starts service and browser before the tests of the calling `describe`; skips them where there is no browser. What the
 * service needs of servers that have to be started first comes from a function.
 */
export function usePortal(options: ServiceOptions | (() => ServiceOptions) = {}): () => Portal {
  let portal: Portal | undefined;
  before(async function () {
    this.timeout(400_000);
    const executablePath = findChromium();
    if (executablePath === undefined) {
      this.skip();
      return;
    }
    const service = await startService(typeof options === 'function' ? options() : options);
    portal = new Portal(
      service,
      await openBrowser(executablePath),
      createAccounts(service.db, service.api.client),
    );
  });
  after(() => portal?.close());
  return () => {
    if (portal === undefined) throw new Error('The portal is open only while tests run');
    return portal;
  };
}
