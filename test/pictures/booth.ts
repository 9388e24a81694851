import path from 'node:path';
import { type Browser, chromium, type Page } from 'playwright-core';
import { findChromium } from '../portal/support/chromium.js';

const FOLDER = 'docs/screenshots';
const WITHIN_MS = 60_000;
/** Images load, and bars move into place, in less time. */
const SETTLED_MS = 800;

export interface DemoAccount {
  email: string;
  password: string;
}

/** A browser in front of a running demo, which saves numbered screenshots. */
export class Booth {
  readonly #taken = new Map<string, number>();

  private constructor(
    private readonly browser: Browser,
    private readonly baseURL: string,
  ) {}

  /** Opens the browser. Throws if none is installed. */
  static async open(baseURL: string): Promise<Booth> {
    const executablePath = findChromium();
    if (executablePath === undefined) throw new Error('There is no Chromium');
    return new Booth(await chromium.launch({ executablePath, args: ['--no-sandbox'] }), baseURL);
  }

  /** A page in a profile of its own. */
  async page(): Promise<Page> {
    const context = await this.browser.newContext({
      ...{ baseURL: this.baseURL, viewport: { width: 1280, height: 800 } },
      ...{ locale: 'en-ZA', timezoneId: 'Africa/Johannesburg' },
      ...{ colorScheme: 'light', reducedMotion: 'reduce' },
    });
    context.setDefaultTimeout(WITHIN_MS);
    return context.newPage();
  }

  /** A page with a signed-in user. */
  async signedIn({ email, password }: DemoAccount): Promise<Page> {
    const page = await this.page();
    await page.goto('/');
    await page.getByLabel('E-mail address').fill(email);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.keyboard.press('Enter');
    await page.locator('#content').waitFor();
    return page;
  }

  /** Saves a screenshot of the page as the next of its series. */
  async take(page: Page, series: string): Promise<void> {
    await page.waitForLoadState('networkidle');
    await page.waitForTimeout(SETTLED_MS);
    const number = (this.#taken.get(series) ?? 0) + 1;
    this.#taken.set(series, number);
    await page.screenshot({ path: path.join(FOLDER, `${series}-${number}.png`) });
  }

  close(): Promise<void> {
    return this.browser.close();
  }
}
