import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { connect } from 'node:net';
import path from 'node:path';
import { expect } from 'chai';
import { NodeProcess } from '../../harness/node-process.js';
import { temporaryFolder } from '../../harness/temporary-folder.js';
import { waitFor } from '../../harness/wait-for.js';
import { readSettings } from '../../scripts/witness/settings.js';
import { verifierKey } from '../../shared/log/note.js';
import { testKeys } from '../support/processes/keys.js';

const LOG_KEY = verifierKey('example.test/log', testKeys.evidenceKeys.current);
const OTHER_KEY = verifierKey('other.test/log', testKeys.evidenceKeys.current);

describe('the settings of the witness', () => {
  it('need only the keys of the logs', () => {
    const { settings, faults } = readSettings({ WITNESS_LOGS: LOG_KEY });
    expect(faults).to.deep.equal([]);
    expect(settings).to.include({ name: 'witness', folder: '.data/witness', host: '127.0.0.1', port: 7380 });
  });

  it('take several keys as /log/vkey shows them, a line each, or with commas in between', () => {
    for (const between of ['\n', ',', ' , ', '\r\n']) {
      const { settings, faults } = readSettings({ WITNESS_LOGS: `${LOG_KEY}${between}${OTHER_KEY}\n` });
      expect(faults).to.deep.equal([]);
      expect(settings.logs.map(({ name }) => name)).to.deep.equal(['example.test/log', 'other.test/log']);
    }
  });

  it('are told all that is wrong with them at once', () => {
    const wrong = {
      WITNESS_LOGS: `x,mistyped-${LOG_KEY}`,
      WITNESS_NAME: 'a b',
      PORT: '65536',
    };
    const named = readSettings(wrong).faults.map((fault) => fault.split(/[ :]/)[0]);
    expect(named).to.have.members(['WITNESS_NAME', 'PORT', 'WITNESS_LOGS', 'WITNESS_LOGS']);
    expect(readSettings({ WITNESS_LOGS: ' , ' }).faults.join()).to.include('WITNESS_LOGS is not set');
  });
});

describe('npm run witness', () => {
  let folder: string;
  beforeEach(() => {
    folder = temporaryFolder();
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  async function refused(environment: Record<string, string>): Promise<string> {
    const child = new NodeProcess({ ...{ name: 'witness', script: 'scripts/witness.js' }, environment });
    expect(await child.exited).to.equal(1);
    expect(child.output()).not.to.include('node:');
    return child.output();
  }

  it('says what it cannot work with, without a stack, and exits with 1', async () => {
    expect(await refused({ PORT: 'x', WITNESS_DIR: folder })).to.match(
      /PORT must .*\n.*WITNESS_LOGS is not set/,
    );
    const unusable = { WITNESS_LOGS: LOG_KEY, WITNESS_DIR: path.join(import.meta.filename, 'folder') };
    expect(await refused(unusable)).to.include('WITNESS_DIR cannot store');
    const elsewhere = { WITNESS_LOGS: LOG_KEY, WITNESS_DIR: folder, HOST: '203.0.113.9', PORT: '0' };
    expect(await refused(elsewhere)).to.match(/Cannot listen on HOST and PORT: .*EADDRNOTAVAIL/);
  });

  it('stops when it is told to, whoever keeps a connection open', async () => {
    const child = new NodeProcess({
      ...{ name: 'witness', script: 'scripts/witness.js', stopWithinMs: 10_000 },
      environment: { WITNESS_LOGS: LOG_KEY, WITNESS_DIR: folder, PORT: '0' },
    });
    const url = await waitFor(() => /listens on (\S+)/.exec(child.output())?.[1], {
      describe: 'the witness listens',
    });
    const port = Number(new URL(url).port);
    const [silent, slow] = [connect(port, '127.0.0.1'), connect(port, '127.0.0.1')];
    slow.write('POST /add-checkpoint HTTP/1.1\r\nHost: x\r\nContent-Length: 99\r\n\r\nold');
    // Answered once both of the others are accepted.
    await fetch(url);
    const cut = [silent, slow].map((socket) => once(socket.on('error', () => undefined).resume(), 'close'));
    expect(await child.stop()).to.deep.equal({ code: 0, signal: null });
    await Promise.all(cut);
  }).timeout(30_000);
});
