import { expect } from 'chai';
import type { Locator, Page } from 'playwright-core';
import { cleanSubject } from '../../../shared/domain/input-types.js';
import { SERVICES, type ServiceCode, serviceOf } from '../../../shared/services/index.js';
import { subjectFor } from '../support/checks.js';
import { type Portal, usePortal } from '../support/portal.js';

const LOOKS = {
  'on a desk': { viewport: { width: 1440, height: 900 } },
  'on a phone': { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true },
} as const;

/** Subjects as people write them, besides the example of each service. */
const WRITTEN: Partial<Record<ServiceCode, readonly string[]>> = {
  said_verification: ['000101 0000 071', '000101-0000-071'],
  refugee_verification: ['ptasyn 000000001'],
  phone_trace: ['071 000 0001', '+27 71 000 0001'],
  aml_screening: ["Test  van der Subject-O'Two (Pty) Ltd/Edms. Bpk"],
  cipc_company: ['2000/000001/07', '2000-000001-07', '2000 000001 07', '200000000107'],
  cipc_director: ['2000/000001/07', '2000 000001 07'],
  vehicle_check: ['tst 001 gp'],
};

/** Services that take the same input are filled in through the same field. */
const ONE_OF_EACH_INPUT = [
  ...new Map(SERVICES.map(({ code, input }) => [input.types.join(), code])).values(),
];

for (const [place, options] of Object.entries(LOOKS)) {
  describe(`a subject that is typed ${place}`, function () {
    this.timeout(120_000);

    const portal = usePortal({ workers: 0 });
    let page: Page;
    let sent: string[];
    before(async () => {
      page = await openForm(portal(), options);
      await page.route('**/api/v1/verifications/preflight', (route) =>
        route.fulfill({ json: { duplicates: [] } }),
      );
      await page.route('**/api/v1/verifications', async (route) => {
        if (route.request().method() !== 'POST') return route.continue();
        sent.push(route.request().postDataJSON().subject);
        await route.abort();
      });
    });
    beforeEach(() => {
      sent = [];
    });
    after(() => page.context().close());

    /** The empty and focused subject field of a service's form, which is opened if necessary. */
    async function fieldOf(code: ServiceCode): Promise<Locator> {
      const form = `/checks/new?service=${code}`;
      const field = page.locator('form input').first();
      // Loading the portal costs more than the rest of a test, and a cleared field is like a new one.
      if (page.url().endsWith(form)) await field.fill('');
      else await page.goto(form);
      await field.focus();
      return field;
    }

    /** Submits the content of the form and expects that it means `typed`; a name must match to the letter. */
    async function expectSent(code: ServiceCode, typed: string): Promise<void> {
      await page.getByRole('textbox', { name: 'Purpose' }).fill('Tenant screening, lease 17');
      for (const confirmation of await page.getByRole('checkbox').all()) await confirmation.check();
      const submitted = page.waitForEvent('requestfailed', (request) => request.method() === 'POST');
      await page.getByRole('button', { name: /^Submit check/ }).click();
      await submitted;
      await page.getByText('It is not known whether the check was accepted').waitFor();
      expect(sent).to.have.length(1);
      const [subject = ''] = sent;
      if (code === 'aml_screening') expect(subject).to.equal(typed);
      expect(cleanOf(code, subject), `sent "${subject}"`).to.equal(cleanOf(code, typed));
    }

    for (const { code } of SERVICES) {
      it(`key by key, is sent as typed: ${code}`, async () => {
        for (const typed of [subjectFor(code, 'negative'), ...(WRITTEN[code] ?? [])]) {
          const field = await fieldOf(code);
          await field.pressSequentially(typed);
          await expectSent(code, typed);
          sent = [];
        }
      });

      if (!ONE_OF_EACH_INPUT.includes(code)) continue;

      it(`pasted or put in by the keyboard's suggestions, is sent as it was: ${code}`, async () => {
        const typed = subjectFor(code, 'negative');
        await fieldOf(code);
        await page.keyboard.insertText(typed);
        await expectSent(code, typed);
      });

      it(`word by word through a composing keyboard, is sent as typed: ${code}`, async () => {
        const typed = subjectFor(code, 'negative').toLowerCase();
        await fieldOf(code);
        await compose(page, typed);
        await expectSent(code, typed);
      });

      it(`mended at every place from the end to the start, is sent as mended: ${code}`, async () => {
        const meant = subjectFor(code, 'negative');
        const field = await fieldOf(code);
        await field.pressSequentially(meant);
        const { length } = await field.inputValue();
        for (let place = length; place > 0; place -= 1) {
          const character = (await field.inputValue()).charAt(place - 1);
          await setCaret(field, place);
          await field.press('Backspace');
          // If the character before a separator was deleted, both are typed again.
          const taken = /[\s/]/.test(character) && code !== 'aml_screening';
          if (taken) await field.pressSequentially(meantAt(meant, await beforeCaret(field)));
          else await field.pressSequentially(character);
        }
        await expectSent(code, meant);
      });
    }

    it('loses a digit to Delete before a separator, as to Backspace behind it', async () => {
      const field = await fieldOf('said_verification');
      await field.pressSequentially('0001010000071');
      await setCaret(field, 6);
      await field.press('Delete');
      expect(await field.inputValue()).to.equal('000101 0000 71');
      await setCaret(field, 7);
      await field.press('Backspace');
      expect(await field.inputValue()).to.equal('000100 0007 1');
      expect(await caretOf(field)).to.equal(5);
    });

    it('keeps the caret in further inputs that become capitals', async () => {
      await fieldOf('vehicle_check');
      const vin = page.getByRole('textbox', { name: 'VIN (optional)' });
      await vin.pressSequentially('wvzzz1jz3w386752');
      await setCaret(vin, 1);
      await vin.pressSequentially('v');
      await vin.pressSequentially('w');
      expect(await vin.inputValue()).to.equal('WVWVZZZ1JZ3W386752');
    });
  });
}

async function openForm(portal: Portal, options: (typeof LOOKS)[keyof typeof LOOKS]): Promise<Page> {
  const user = await portal.accounts.createClientUser({ credits: 10_000 });
  return portal.openAs(user, '/checks/new', options);
}

/** The clean form, which is sent to the provider. Throws for a subject that the service refuses. */
function cleanOf(code: ServiceCode, subject: string): string {
  const judged = cleanSubject(serviceOf(code), subject, new Date());
  if (!judged.ok) throw new Error(`${code} refuses "${subject}": ${judged.message}`);
  return judged.value;
}

/** Types as the keyboards of phones do: each word grows as a composition and is then committed. */
async function compose(page: Page, typed: string): Promise<void> {
  const keyboard = await page.context().newCDPSession(page);
  for (const word of typed.split(/(?<= )/)) {
    for (let length = 1; length <= word.length; length += 1) {
      const text = word.slice(0, length);
      await keyboard.send('Input.imeSetComposition', { text, selectionStart: length, selectionEnd: length });
    }
    await keyboard.send('Input.insertText', { text: word });
  }
  await keyboard.detach();
}

/** The subject's character that follows those before the caret, not counting separators. */
function meantAt(meant: string, before: string): string {
  return meant.replace(/[\s/]/g, '').charAt(before.replace(/[\s/]/g, '').length);
}

async function beforeCaret(field: Locator): Promise<string> {
  return (await field.inputValue()).slice(0, await caretOf(field));
}

/** The few members of an input that are used here: these tests are compiled without the DOM's types. */
interface Input {
  selectionStart: number;
  setSelectionRange(from: number, to: number): void;
}

const caretOf = (field: Locator): Promise<number> => field.evaluate((input: Input) => input.selectionStart);

const setCaret = (field: Locator, place: number): Promise<void> =>
  field.evaluate((input: Input, at) => input.setSelectionRange(at, at), place);
