import { execFile } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'chai';
import { temporaryFolder } from '../../harness/temporary-folder.js';
import { waitFor } from '../../harness/wait-for.js';
import { type ReceivedWebhook, startReceiver, type WebhookReceiver } from '../../harness/webhook-receiver.js';
import { seedDemo } from '../../scripts/seed-demo.js';
import { createTestDatabase, type TestDatabase } from '../support/database/database.js';
import { type Service, startService } from '../support/processes/service.js';
import { markdownBlocks } from '../support/repository/markdown-blocks.js';
import { languagesHere, messageVariables, runSample } from '../support/repository/samples.js';

/** The name each language's code has on the page, and the program that runs it. */
const VERIFIERS = [
  { name: 'curl and openssl', page: 'curl', mark: 'sh', program: 'sh', file: 'verify.sh' },
  { name: 'Node', page: 'node', mark: 'js', program: 'node', file: 'verify.mjs' },
  { name: 'Python', page: 'python', mark: 'python', program: 'python3', file: 'verify.py' },
  { name: 'PHP', page: 'php', mark: 'php', program: 'php', file: 'verify.php' },
] as const;

describe('a stranger with nothing but an address', function () {
  this.timeout(120_000);

  let database: TestDatabase;
  let service: Service;
  let receiver: WebhookReceiver;
  let secret: string;
  let message: ReceivedWebhook;
  before(async () => {
    database = await createTestDatabase();
    await seedDemo({ databaseUrl: database.url, password: 'demo-password-1' });
    service = await startService({ database });
    receiver = await startReceiver();
  });
  after(async () => {
    await receiver.close();
    await service.stop();
    await database.drop();
  });

  const read = async (address: string): Promise<string> => (await service.api.client.get(address)).body;

  it('finds the quickstart from the first page, pastes it, and is told of a result', async () => {
    const start = await read('/docs/');
    expect(start).to.include('href="/docs/quickstart"');
    expect(await read('/docs/quickstart')).to.include('href="/docs/quickstart.md"');
    const [signIn = '', makeKey = '', ...blocks] = markdownBlocks(await read('/docs/quickstart.md'), 'sh');
    const sh = async (script: string): Promise<string> =>
      (await promisify(execFile)('sh', ['-eu', '-c', script], { timeout: 60_000 })).stdout;
    const atService = (text: string): string => text.replaceAll('http://localhost:3000', service.api.url);
    const key = await sh(atService(`${signIn}\n${makeKey}\nprintf %s "$TOKEN"`));
    expect(key).to.match(/^vk_test_/);
    let output = '';
    for (const block of blocks) {
      const script = atService(`BASE=http://localhost:3000/api/v1\nTOKEN=${key}\n${block}`)
        .replaceAll('https://receiver.example.test/hook', receiver.url)
        .replaceAll('<request_id>', lastOf(output, 'request_id'));
      output += await sh(script);
    }
    expect(output, 'errors among the answers').not.to.match(/"correlation_id"/);
    expect(output).to.include('"confidentiality_notice"');
    secret = lastOf(output, 'secret');
    const requestId = lastOf(output, 'request_id');
    const about = () => receiver.received.find(({ body }) => body.includes(requestId));
    await waitFor(() => about() !== undefined, { describe: 'the webhook', timeoutMs: 30_000 });
    message = about() ?? { path: '', headers: {}, body: '' };
    expect(JSON.parse(message.body)).to.deep.include({ type: 'verification.completed', mode: 'test' });
    expect(service.sandbox.calls(), 'calls of the provider').to.have.length(0);
    await service.expectSound();
  });

  const here = new Set(languagesHere().map(({ name }) => name));
  for (const { name, page, mark, program, file } of VERIFIERS.filter((one) => here.has(one.name))) {
    it(`verifies it by the code that the page for ${name} prints`, async () => {
      const [, verifier = ''] = markdownBlocks(await read(`/docs/samples/${page}.md`), mark).slice(-2);
      const folder = temporaryFolder();
      try {
        writeFileSync(path.join(folder, file), verifier);
        const variables = messageVariables(secret, message.headers);
        const { said, complained } = await runSample(
          [program, path.join(folder, file)],
          variables,
          message.body,
        );
        expect(said, complained).to.equal('valid');
      } finally {
        rmSync(folder, { recursive: true });
      }
    });
  }
});

/** The last text with this name in the answers: what a reader fills in for `<request_id>`. */
function lastOf(output: string, name: string): string {
  return [...output.matchAll(new RegExp(`"${name}": *"([^"]*)"`, 'g'))].at(-1)?.[1] ?? '';
}
