import { execFile, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'chai';
import { temporaryFolder } from '../../harness/temporary-folder.js';
import { submit } from '../support/checks/submit.js';
import { signInClient } from '../support/http/caller.js';
import { startApi, type TestApi } from '../support/processes/app.js';

const run = promisify(execFile);
const isHere = (...tools: string[]): boolean =>
  tools.every((tool) => spawnSync('sh', ['-c', `command -v ${tool}`]).status === 0);

const PAGE = readFileSync('docs/evidence.md', 'utf8');
/** The commands with which an auditor checks the signature of a receipt. */
const [, COMMANDS = ''] = /```sh\n(curl [^`]+pkeyutl[^`]+)```/.exec(PAGE) ?? [];
/** The program that computes the hash of its record. */
const [, PROGRAM = ''] = /```python\n([^`]+receipt\.jwt[^`]+)```/.exec(PAGE) ?? [];

(isHere('curl', 'openssl', 'basenc') ? describe : describe.skip)(
  'the commands of docs/evidence.md for a receipt',
  () => {
    const folder = temporaryFolder();
    const receipt = path.join(folder, 'receipt.jwt');
    let api: TestApi;
    before(async () => {
      api = await startApi();
      const { token } = await signInClient(api);
      const { body } = await submit(api.client, token, { body: { purpose: 'Größe / "<b>" & \'東京\'' } });
      const answer = await fetch(`${api.url}/api/v1/verifications/${body.request_id}/receipt`, {
        headers: { authorization: `Bearer ${token}` },
      });
      await writeFile(receipt, await answer.text());
    });
    after(async () => {
      await api.close();
      await rm(folder, { recursive: true });
    });

    // Where its input is a socket, as Node's pipes are, bash takes itself for a remote shell and reads its start-up
    // file.
    const type = () =>
      run('bash', ['--norc', '-euo', 'pipefail', '-c', COMMANDS], {
        cwd: folder,
        env: { ...process.env, BASE: `${api.url}/api/v1` },
      });

    it('say that it is genuine, without a complaint of any tool', async () => {
      const { stdout, stderr } = await type();
      expect([stdout, stderr]).to.deep.equal(['Signature Verified Successfully\n', '']);
    });

    (isHere('python3') ? it : it.skip)(
      'compute the hash of the record, whatever letters its purpose has',
      async () => {
        const { stdout, stderr } = await run('python3', ['-c', PROGRAM], { cwd: folder });
        expect([stdout, stderr]).to.deep.equal(['True\n', '']);
      },
    );

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
  },
);
