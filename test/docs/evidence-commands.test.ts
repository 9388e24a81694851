import { execFile, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'chai';
import { temporaryFolder } from '../../harness/temporary-folder.js';
import { startApi, type TestApi } from '../support/app.js';
import { signInClient } from '../support/caller.js';
import { submit } from '../support/submit.js';

const run = promisify(execFile);
const isHere = ['curl', 'openssl', 'basenc'].every(
  (tool) => spawnSync('sh', ['-c', `command -v ${tool}`]).status === 0,
);

/** The commands in docs/evidence.md with which an auditor checks a receipt. */
const [, COMMANDS = ''] =
  /```sh\n(curl [^`]+pkeyutl[^`]+)```/.exec(readFileSync('docs/evidence.md', 'utf8')) ?? [];

(isHere ? describe : describe.skip)('the commands of docs/evidence.md for a receipt', () => {
  const folder = temporaryFolder();
  const receipt = path.join(folder, 'receipt.jwt');
  let api: TestApi;
  before(async () => {
    api = await startApi();
    const { token } = await signInClient(api);
    const { body } = await submit(api.client, token);
    const answer = await fetch(`${api.url}/api/v1/verifications/${body.request_id}/receipt`, {
      headers: { authorization: `Bearer ${token}` },
    });
    await writeFile(receipt, await answer.text());
  });
  after(async () => {
    await api.close();
    await rm(folder, { recursive: true });
  });

  // Where its input is a socket, as Node's pipes are, bash takes itself for a remote shell and reads its start-up file.
  const type = () =>
    run(
      'bash',
      ['--norc', '-euo', 'pipefail', '-c', COMMANDS.replace('https://verify.example.com', api.url)],
      {
        cwd: folder,
      },
    );

  it('say that it is genuine, without a complaint of any tool', async () => {
    const { stdout, stderr } = await type();
    expect([stdout, stderr]).to.deep.equal(['Signature Verified Successfully\n', '']);
  });

  it('say that it is not when a letter of it is another one', async () => {
    const text = readFileSync(receipt, 'utf8');
    const place = text.indexOf('.') + 20;
    await writeFile(
      receipt,
      text.slice(0, place) + (text[place] === 'A' ? 'B' : 'A') + text.slice(place + 1),
    );
    const failure = await type().then(
      () => 'no failure',
      ({ code, stdout }: { code: number; stdout: string }) => [code, stdout.trim()],
    );
    expect(failure).to.deep.equal([1, 'Signature Verification Failure']);
  });
});
