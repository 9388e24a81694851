import { readFile } from 'node:fs/promises';
import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { syntheticIdentity } from '../../../harness/synthetic-identity.js';
import { behindHiddenSheet } from '../../support/uploads/batch-files.js';
import { expectAccessible, type SignIn, signIn, usePortal } from '../support/portal.js';

describe('batches in the portal', function () {
  this.timeout(180_000);

  const portal = usePortal();
  let page: Page;
  let user: SignIn;
  beforeEach(async () => {
    user = await portal().accounts.createClientUser({ credits: 1_000 });
    page = await portal().openAs(user, '/batches');
  });
  afterEach(() => page.context().close());

  const people = (count: number) => Array.from({ length: count }, (_, index) => syntheticIdentity(index + 1));

  /** Drops a file on the drop zone. */
  async function drop(name: string, content: string): Promise<void> {
    const dataTransfer = await page.evaluateHandle(`(() => {
      const dropped = new DataTransfer();
      dropped.items.add(new File([${JSON.stringify(content)}], ${JSON.stringify(name)}));
      return dropped;
    })()`);
    await page.getByText('Drop a file here, or choose one').dispatchEvent('drop', { dataTransfer });
    await page.getByText(name).waitFor();
  }

  const upload = () => page.getByRole('button', { name: 'Upload and check the rows' });

  async function start(): Promise<void> {
    await page.getByLabel('Every person in this file has agreed', { exact: false }).check();
    await page.getByLabel('I approve the charge', { exact: false }).check();
    await page.getByRole('button', { name: /^Start \d+ checks?$/ }).click();
  }

  it('say in words for people what is wrong with a row', async () => {
    const [one = ''] = people(1);
    const rows = [`${one},nothing_such,`, `${one},said_verification,ZA`].map((row) => `${row},Screening`);
    await drop('faults.csv', ['subject,service_code,country,purpose', ...rows].join('\n'));
    await upload().click();
    const faulty = page.getByRole('table', { name: 'Rows to correct' });
    await faulty.getByText('Check: There is no such check.').waitFor();
    await faulty.getByText('Country: Remove it', { exact: false }).waitFor();
    await faulty.getByText('Unknown check').waitFor();
    expect(await page.locator('#content').innerText()).not.to.include('/api/');
  });

  it('keep the number of a row on one line', async () => {
    await page.setViewportSize({ width: 1280, height: 800 });
    const rows = [...people(99), '12345'].map((subject) => `${subject},said_verification,Screening`);
    await drop('hundred.csv', ['subject,service_code,purpose', ...rows].join('\n'));
    await upload().click();
    await page.getByRole('table', { name: 'Rows to correct' }).getByText('100', { exact: true }).waitFor();
    const lines = await page.evaluate<number>(`(() => {
      const number = document.createRange();
      number.selectNodeContents(document.querySelector('[aria-label="Rows to correct"] td > div'));
      return number.getClientRects().length;
    })()`);
    expect(lines).to.equal(1);
  });

  it('show every column of their rows beside a reference of one long word', async () => {
    const [one = ''] = people(1);
    const rowOf = (subject: string) => [subject, 'said_verification', 'Screening', 'W'.repeat(100)].join(',');
    const file = ['subject,service_code,purpose,reference', rowOf(one), rowOf('12345')];
    await drop('long.csv', file.join('\n'));
    await upload().click();
    await start();
    const rows = page.getByRole('table', { name: 'All rows' });
    await rows.getByText('WWW').waitFor();
    for (const width of [1440, 820, 390]) {
      await page.setViewportSize({ width, height: 900 });
      const hidden = await page.evaluate<number>(
        `(({ scrollWidth, parentElement }) => scrollWidth - parentElement.clientWidth)(
          document.querySelector('[aria-label="All rows"]'))`,
      );
      expect(hidden, `at ${width}`).to.be.at.most(0);
    }
  });

  it('record the whole purpose or refuse it: a pasted text is not cut', async () => {
    const [one = ''] = people(1);
    await drop('unexplained.csv', ['subject', one].join('\n'));
    await page
      .getByRole('combobox', { name: 'Check', exact: false })
      .first()
      .selectOption('said_verification');
    await page.getByRole('textbox', { name: 'Purpose' }).focus();
    await page.keyboard.insertText(`${'Screening '.repeat(50)}of tenants`);
    await upload().click();
    await page.getByText('at most 500 characters', { exact: false }).waitFor();
  });

  it('take a dropped file whose columns are called otherwise, show its faults, and run to their results', async () => {
    const rows = people(3).map((number, index) => `Unit ${index + 1};${number};Flat ${index + 1}`);
    await drop('tenants.csv', ['Unit;Tenant;Ref', ...rows, 'Unit 4;8,00101E+12;Flat 4'].join('\r\n'));
    await page.getByText('Choose which column is the subject.').waitFor();
    expect(await upload().isDisabled()).to.equal(true);
    const columns = page.getByRole('table', { name: 'Columns of the file' });
    await columns
      .getByRole('row')
      .filter({ hasText: people(1)[0] ?? '' })
      .getByText('Tenant')
      .waitFor();
    expect(await page.getByLabel('Meaning of Ref').inputValue()).to.equal('reference');
    await page.getByLabel('Meaning of Unit').selectOption('subject');
    await page.getByLabel('Meaning of Tenant').selectOption('subject');
    await page.getByText('Two columns are chosen', { exact: false }).waitFor();
    await page.getByLabel('Meaning of Unit').selectOption('');
    await expectAccessible(page);
    await page.getByLabel('Check', { exact: true }).selectOption('said_verification');
    await page.getByLabel('Purpose', { exact: true }).fill('Tenant screening');
    await upload().click();

    await page.getByRole('heading', { level: 1, name: 'tenants.csv' }).waitFor();
    const faulty = page.getByRole('table', { name: 'Rows to correct' });
    await faulty.getByText('a number such as 1.23E+12', { exact: false }).waitFor();
    expect(await page.content()).not.to.include(people(1)[0]);
    await start();
    await page.getByText('Completed', { exact: true }).first().waitFor();
    await page.getByText('100% done').waitFor();
    await page.getByRole('status').getByText('Completed', { exact: true }).waitFor({ state: 'attached' });
    const all = page.getByRole('table', { name: 'All rows' });
    for (const [index, badge] of ['Negative', 'No record', 'In review'].entries()) {
      await all
        .getByRole('row')
        .filter({ hasText: `Flat ${index + 1}` })
        .waitFor();
      await all.getByText(badge, { exact: true }).first().waitFor();
    }
    expect(await all.getByText('Ready', { exact: true }).count()).to.equal(0);
    // The charge for the rows leaves the credits shown in the menu, without a reload; one row is under review.
    await page.getByRole('link', { name: /^Available credits\s*985\b/ }).waitFor();
    await expectAccessible(page);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Results' }).click(),
    ]);
    const results = await readFile(await download.path(), 'utf8');
    // So that spreadsheets know its encoding.
    expect(results.startsWith('\ufeffrow,')).to.equal(true);
    for (const flat of ['Flat 1', 'Flat 2', 'Flat 3']) expect(results).to.include(flat);
  });

  it('show the columns of a spreadsheet before it is sent', async () => {
    const sent: string[] = [];
    page.on('request', (request) => request.method() === 'POST' && sent.push(request.url()));
    await page.locator('input[type=file]').setInputFiles({
      name: 'people.xlsx',
      mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      buffer: Buffer.from(
        behindHiddenSheet(
          'hidden',
          [['ID number'], ['not to be sent']],
          // Some people leave rows empty above the names.
          [
            [],
            [''],
            [],
            [],
            ['ID number', 'Employee'],
            ...people(5).map((number, index) => [number, `E${index}`]),
          ],
        ),
      ),
    });
    const columns = page.getByRole('table', { name: 'Columns of the file' });
    await columns.getByText(people(3).join(' · ')).waitFor();
    expect(await page.getByLabel('Meaning of ID number').inputValue()).to.equal('subject');
    expect(await page.getByLabel('Meaning of Employee').inputValue()).to.equal('');
    expect(sent).to.deep.equal([]);
    await page.getByLabel('Meaning of Employee').selectOption('reference');
    await page.getByLabel('Check', { exact: true }).selectOption('said_verification');
    await page.getByLabel('Purpose', { exact: true }).fill('Pre-employment screening');
    await upload().click();
    await page.getByRole('button', { name: 'Start 5 checks' }).waitFor();
    expect(portal().complaints).to.deep.equal([]);
  });

  it('ask for what no column says before anything is sent, and say so where no row can be checked', async () => {
    await drop('people.csv', ['ID number', ...people(2)].join('\n'));
    await page.getByText('The file has no column for it.').first().waitFor();
    expect(await upload().isDisabled()).to.equal(true);
    await page.getByLabel('Check', { exact: true }).selectOption('said_verification');
    const purpose = page.getByLabel('Purpose', { exact: true });
    // It may name somebody, and would be offered to whoever sits here next.
    expect(await purpose.getAttribute('autocomplete')).to.equal('off');
    await purpose.fill('ab');
    await upload().click();
    await page.getByText('Must have at least 3 characters.').waitFor();
    expect(await purpose.getAttribute('aria-invalid'), 'said at the field, once for all rows').to.equal(
      'true',
    );
    expect(await page.getByRole('alert').count()).to.equal(0);
    await purpose.fill('Tenant screening');
    expect(await upload().isEnabled()).to.equal(true);
    for (const content of ['Dear Sir or Madam, please find the list below', '\u00f7\u0001\u00ff\u0002,;']) {
      await page.reload();
      await drop('people.xlsx', content);
      await page.getByRole('alert').getByText('save it as XLSX without a password, or as CSV').waitFor();
      expect(await page.getByRole('table', { name: 'Columns of the file' }).count()).to.equal(0);
      expect(await upload().isDisabled()).to.equal(true);
    }
    // Many systems export a web page under the name of a spreadsheet.
    await page.reload();
    await drop('people.xls', '<html><table><tr><td>ID number</td></tr></table></html>');
    await page.getByRole('alert').getByText('a web page', { exact: false }).waitFor();
    expect(await upload().isDisabled()).to.equal(true);
    await expectAccessible(page);
    // Moved or deleted after it was chosen, or a folder.
    await page.reload();
    await page.evaluate(
      "Blob.prototype.arrayBuffer = () => Promise.reject(new DOMException('', 'NotFoundError'))",
    );
    await drop('people.csv', ['ID number', ...people(1)].join('\n'));
    await page.getByRole('alert').getByText('cannot read this file', { exact: false }).waitFor();
    expect(await upload().isDisabled()).to.equal(true);
    // Text under such a name is taken where it says what the subject is.
    await page.reload();
    await drop('people.xlsx', ['ID number', ...people(1)].join('\n'));
    await page.getByRole('table', { name: 'Columns of the file' }).waitFor();
    await page.reload();
    await drop('people.csv', [',', ' , ', ',', ',', 'Kenteken,Case', 'TST001GP,1'].join('\n'));
    await page.getByLabel('Meaning of Kenteken').waitFor();
    await page.reload();
    await drop('old.xls', '\u00d0\u00cf\u0011\u00e0 \u0001\u0002');
    await upload().click();
    await page.getByRole('alert').waitFor();
    expect(await page.getByRole('table', { name: 'Columns of the file' }).count()).to.equal(0);
    await page.reload();
    await drop('spoiled.csv', ['Check;Purpose;ID number', 'no_such_check;Screening;1'].join('\n'));
    await upload().click();
    await page.getByText('No row can be checked').waitFor();
    await page.getByText('Check: There is no such check.').waitFor();
    expect(await page.getByRole('table', { name: 'All rows' }).count()).to.equal(0);
    await expectAccessible(page);
  });

  it('outlast the end of the session with the file, and say if the checks could not be loaded', async () => {
    await page.route('**/api/v1/services', (route) =>
      route.fulfill({ status: 404, json: { status: 'not_found', message: 'Gone for this test.' } }),
    );
    await page.reload();
    const failure = page.getByRole('alert').filter({ hasText: 'The checks could not be loaded' });
    await failure.getByText('Gone for this test.').waitFor();
    await expectAccessible(page);
    await page.unroute('**/api/v1/services');
    await failure.getByRole('button', { name: 'Try again' }).click();
    await drop('staff.csv', ['Staff', ...people(2)].join('\n'));
    await page.getByLabel('Meaning of Staff').selectOption('subject');
    await page.getByLabel('Check', { exact: true }).selectOption('said_verification');
    await page.getByLabel('Purpose', { exact: true }).fill('Screening of staff');
    await page.context().clearCookies();
    await upload().click();
    await page.getByText('Your session has ended.', { exact: false }).waitFor();
    await signIn(page, user);
    await page.getByText('staff.csv').waitFor();
    expect(await page.getByLabel('Meaning of Staff').inputValue()).to.equal('subject');
    await page.getByRole('option', { name: 'SA ID (Basic)' }).waitFor({ state: 'attached' });
    expect(await page.getByLabel('Check', { exact: true }).inputValue()).to.equal('said_verification');
    expect(await page.getByLabel('Purpose', { exact: true }).inputValue()).to.equal('Screening of staff');
    await upload().click();
    await page.getByRole('button', { name: 'Start 2 checks' }).waitFor();
  });

  it('are started for what they cost, also when rows are erased while the page is open', async () => {
    const rows = people(3).map((number) => `said_verification,${number}`);
    await drop('erased.csv', ['service_code,subject', ...rows].join('\n'));
    await page.getByLabel('Purpose', { exact: true }).fill('Pre-employment screening');
    await upload().click();
    await page.getByRole('button', { name: 'Start 3 checks' }).waitFor();
    await portal().service.db.query(
      `UPDATE batch_rows SET state = 'erased', input_sealed = NULL, subject_hash = NULL, name_hash = NULL
       WHERE row_no = 3 AND batch_id = (SELECT id FROM batches WHERE file_name = 'erased.csv' ORDER BY id DESC LIMIT 1)`,
    );
    await start();
    await page.getByText('The charge has changed').waitFor();
    await page.getByRole('button', { name: 'Start 2 checks' }).waitFor();
    const approval = page.getByLabel('I approve the charge of 10 credits', { exact: false });
    expect(await approval.isChecked()).to.equal(false);
    await approval.check();
    await page.getByRole('button', { name: 'Start 2 checks' }).click();
    await page.getByText('100% done').waitFor();
  });

  it('ask for approval again when duplicates are included, which cost more', async () => {
    const [number] = people(1);
    await drop(
      'twice.csv',
      [
        'service_code,subject,purpose',
        ...[number, number].map((each) => `said_verification,${each},Pre-employment screening`),
      ].join('\n'),
    );
    await page.route('**/api/v1/wallet', async (route) => {
      const wallet = (await (await route.fetch()).json()) as object;
      await route.fulfill({ json: { ...wallet, available: 4 } });
    });
    await upload().click();
    await page.getByText('Available: 4 credits. You can start all the same', { exact: false }).waitFor();
    await page.getByLabel('Every person in this file has agreed', { exact: false }).check();
    const approval = page.getByLabel('I approve the charge', { exact: false });
    await approval.check();
    await page.getByLabel('Leave out 1 duplicate row', { exact: false }).uncheck();
    await page.getByLabel('I approve the charge of 10 credits for 2 rows.', { exact: false }).waitFor();
    expect(await approval.isChecked()).to.equal(false);
    expect(await page.getByRole('button', { name: 'Start 2 checks' }).isEnabled()).to.equal(false);
  });

  it('cost nothing once cancelled before they started, and say that rows which were cancelled are not paid for', async () => {
    // The ten seconds never pass after which a list is loaded again.
    await page.clock.setFixedTime(Date.now());
    await page.addInitScript(`(() => {
      const every = window.setInterval;
      window.setInterval = (act, ms, ...rest) => every(act, ms === 10_000 ? 2_147_483_647 : ms, ...rest);
    })()`);
    await page.goto('/batches');
    const rows = people(2).map((subject) => `${subject},said_verification,Screening`);
    await drop('cancelled.csv', ['subject,service_code,purpose', ...rows].join('\n'));
    await upload().click();
    const price = page.getByText('Price', { exact: true }).locator('xpath=..');
    await price.getByText('10 credits', { exact: true }).waitFor();
    await page.getByRole('link', { name: 'Batches', exact: true }).click();
    await page.getByRole('row', { name: 'cancelled.csv Draft' }).getByRole('link').click();
    await page.getByRole('button', { name: 'Cancel batch' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel batch' }).click();
    await price.getByText('0 credits', { exact: true }).waitFor();
    await page.getByRole('link', { name: 'Batches', exact: true }).click();
    await page.getByRole('row', { name: 'cancelled.csv Cancelled' }).waitFor();
    const listed = async () => {
      await page.goto('/batches');
      const cells = page.getByRole('row', { name: 'cancelled.csv' }).getByRole('cell');
      await cells.first().waitFor();
      return cells.allInnerTexts();
    };
    expect(await listed())
      .to.include('0')
      .and.not.to.include('10');
    await portal().service.db.query(`UPDATE batches SET started_at = created_at WHERE status = 'cancelled'`);
    expect(await listed()).to.include('up to 10');
    await page.getByRole('link', { name: 'cancelled.csv' }).click();
    await price.getByText('Up to 10 credits', { exact: true }).waitFor();
    await page.getByText('Rows that were cancelled cost nothing.', { exact: false }).waitFor();
  });

  it('go on after the prices have changed when the new charge is approved', async () => {
    // Without the first, of which one is never answered.
    const rows = people(220)
      .slice(20)
      .map((number) => `said_verification,${number}`);
    await drop('changed.csv', ['service_code,subject', ...rows].join('\n'));
    await page.getByLabel('Purpose', { exact: true }).fill('Pre-employment screening');
    await upload().click();
    await portal().service.addFault({ fault: 'slow', delay_ms: 500 });
    await start();
    await page.getByText('In progress', { exact: true }).first().waitFor();
    await page.getByRole('button', { name: 'Pause' }).click();
    await page.getByRole('button', { name: 'Resume' }).waitFor();
    // What was under way is finished, which the page follows.
    await page.getByText('In progress', { exact: true }).last().waitFor({ state: 'detached' });
    // As if it had been started under an earlier price list.
    await portal().service.db.query(
      `UPDATE batches SET charges = '{"said_verification": 4}', reason = 'charge_changed' WHERE file_name = 'changed.csv'`,
    );
    await page.reload();
    await page.getByText('Approve the new charge to resume', { exact: false }).waitFor();
    await page.getByRole('button', { name: 'Resume' }).click();
    await expectAccessible(page);
    const approve = page.getByRole('button', { name: /^Approve .+ credits and resume$/ });
    await page.route('**/resume', (route) => route.abort());
    await approve.click();
    await page.getByRole('dialog').getByText('The service cannot be reached', { exact: false }).waitFor();
    await page.unroute('**/resume');
    await approve.click();
    await page.getByRole('button', { name: 'Pause' }).waitFor();
    await page.getByRole('button', { name: 'Cancel batch' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel batch' }).click();
    await page.getByText('Cancelled', { exact: true }).first().waitFor();
  });
});
