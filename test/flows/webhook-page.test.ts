import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { expect } from 'chai';
import { verifyWebhook } from '../../client/src/index.js';
import { seedDemo } from '../../scripts/seed-demo.js';
import { startApi, type TestApi } from '../support/processes/app.js';
import { markdownBlocks } from '../support/repository/markdown-blocks.js';

describe('docs/webhooks.md', function () {
  this.timeout(60_000);

  const page = readFileSync('docs/webhooks.md', 'utf8');
  const commands = markdownBlocks(page, 'sh');
  const sh = async (script: string): Promise<string> =>
    (await promisify(execFile)('sh', ['-eu', '-c', script], { timeout: 50_000 })).stdout;

  it('has an example whose signature is the one it says, by the client and by its own commands', async () => {
    const [message = ''] = markdownBlocks(page, 'http');
    const [head = '', body = ''] = message.trim().split('\n\n');
    const headers: Record<string, string> = Object.fromEntries(
      head
        .split('\n')
        .slice(1)
        .map((line) => line.split(': ', 2)),
    );
    const example = commands.find((block) => block.startsWith('SECRET=')) ?? '';
    const [, secret = ''] = /^SECRET=(\S+)/.exec(example) ?? [];
    const now = new Date(Number(headers['webhook-timestamp']) * 1_000);
    expect(verifyWebhook({ body, headers }, secret, { now }).type).to.equal('verification.completed');
    expect((await sh(example)).trim()).to.equal(headers['webhook-signature']);
  });

  describe('after the first session of the README', () => {
    let api: TestApi;
    before(async () => {
      api = await startApi();
      await seedDemo({ databaseUrl: api.database.url, password: 'demo-password-1' });
    });
    after(() => api.close());

    it('has commands that can be pasted', async () => {
      const [, session = ''] = /### A first session\n([\s\S]*)/.exec(readFileSync('README.md', 'utf8')) ?? [];
      const [signIn = ''] = markdownBlocks(session, 'sh');
      let output = '';
      for (const block of commands) {
        const filled = block.replace(/<(\w+)>/g, (_all, name) => lastOf(output, name));
        output += await sh(`${signIn}\n${filled}`.replaceAll('http://localhost:3000', api.url));
      }
      for (const part of ['"secret":"whsec_', '"type":"webhook.test"', '"has_more":false']) {
        expect(output).to.include(part);
      }
      expect(output, 'errors among the answers').not.to.match(/"correlation_id"/);
    });
  });
});

/** The last text with this name in the answers: what a reader fills in for `<webhook_id>`. */
function lastOf(output: string, name: string): string {
  return [...output.matchAll(new RegExp(`"${name}": *"([^"]*)"`, 'g'))].at(-1)?.[1] ?? '';
}
