import { spawnSync } from 'node:child_process';
import { expect } from 'chai';
import { welcome } from '../../../scripts/start/welcome.js';

/** Runs the commands as a person would paste them, with a `curl` that prints what it was given to send. */
function pasted(text: string): string {
  const commands = text.slice(text.indexOf('TOKEN='), text.indexOf('Logs:'));
  const curl = `curl() {
    case "$2" in
      */login) echo '{"access_token":"to.ken","token_type":"Bearer"}';;
      *) printf '%s\\n' "$@";;
    esac
  }`;
  return spawnSync('sh', ['-c', `${curl}\n${commands}`], { encoding: 'utf8' }).stdout;
}

describe('welcome', () => {
  it('gives commands that can be pasted: the token of the first goes into the second', () => {
    const sent = pasted(welcome('http://localhost:3000', 'demo-password-1')).trim().split('\n');
    expect(sent[1]).to.equal('http://localhost:3000/api/v1/verifications');
    expect(sent).to.include('Authorization: Bearer to.ken').and.to.include('Prefer: wait=10');
    expect(sent.find((line) => line.startsWith('Idempotency-Key:'))).to.match(
      /^Idempotency-Key: first-try-\d+$/,
    );
    expect(JSON.parse(sent.at(-1) ?? '')).to.deep.include({
      subject: '0001010000071',
      authority_confirmed: true,
    });
  });

  it('quotes a password for JSON and for the shell', () => {
    const text = welcome('http://localhost:3000', `it's "so" $HOME \\`);
    const login = text.split('\n').find((line) => line.includes('"password"')) ?? '';
    const argument = login.trim().replace(/^-d /, '').replace(/ \\$/, '');
    const { stdout } = spawnSync('sh', ['-c', `printf %s ${argument}`], { encoding: 'utf8' });
    expect(JSON.parse(stdout)).to.deep.equal({
      email: 'client@example.test',
      password: `it's "so" $HOME \\`,
    });
  });

  it('names no demo accounts where there are none', () => {
    expect(welcome('http://localhost:3000', undefined)).not.to.match(/client@example\.test|curl/);
  });
});
