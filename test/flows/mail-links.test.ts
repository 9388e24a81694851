import { expect } from 'chai';
import { waitFor } from '../../harness/wait-for.js';
import { createAccounts } from '../support/accounts/api-accounts.js';
import { type MailServer, readMail, startMailServer } from '../support/messages/mail-server.js';
import { type Service, startService } from '../support/processes/service.js';

describe('a mail of the service', function () {
  this.timeout(120_000);

  let server: MailServer;
  let service: Service;
  before(async () => {
    server = await startMailServer();
    service = await startService({
      env: {
        ...{ SMTP_URL: server.url, MAIL_FROM: 'Checks <checks@example.test>' },
        PUBLIC_URL: 'https://portal.example.test/checks-service/',
      },
    });
  });
  after(async () => {
    await service?.stop();
    await server?.close();
  });

  it('leads to the page it speaks of under PUBLIC_URL', async () => {
    const accounts = createAccounts(service.db, service.api.client);
    const owner = await accounts.createClientUser();
    await (await accounts.signIn(owner)).post('/api/v1/api-keys', { name: 'Payroll' });
    const mail = await waitFor(
      () => server.taken.find((taken) => readMail(taken).subject === 'A new API key'),
      { describe: 'the mail about the key' },
    );
    const { text, html } = readMail(mail);
    const link = 'https://portal.example.test/checks-service/api-keys';
    expect(text).to.include(`See your API keys:\n${link}`.replace('\n', '\r\n'));
    expect(html).to.include(`href="${link}"`);
  });
});
