import { expect } from 'chai';
import { describeRedisError, describeRedisOutage } from '../../../shared/redis/describe-outage.js';

const errorOf = (code: string): Error => Object.assign(new Error('failed'), { code });

describe('describeRedisOutage', () => {
  for (const code of ['ECONNRESET', 'ETIMEDOUT'])
    it(`names TLS where the two ends may differ in it: ${code}`, () => {
      expect(describeRedisOutage(errorOf(code))).to.match(new RegExp(`TLS.*\\(rediss://\\) \\(${code}\\)$`));
    });

  it('names the variable of a CA that is missing', () => {
    expect(describeRedisOutage(errorOf('SELF_SIGNED_CERT_IN_CHAIN'))).to.include('REDIS_CA_FILE');
  });

  it('names what may be wrong where no Sentinel can be asked, and a password where that is it', () => {
    const said = (last: string) =>
      describeRedisOutage(
        new Error(`All sentinels are unreachable. Retrying from scratch after 10ms. Last error: ${last}`),
      );
    expect(said('Connection is closed.')).to.match(/^no Sentinel can be asked: .*\(REDIS_CA_FILE\)$/);
    expect(said('WRONGPASS invalid password')).to.match(/^the user or the password is wrong/);
  });

  it('finds the refusal that a script passes on, also as Redis 6 quotes it', () => {
    const quoted = 'ERR Error running script (call to f_1a2b): @user_script:7: -OOM command not allowed';
    for (const message of ['OOM command not allowed. script: 1a2b', quoted])
      expect(describeRedisOutage(new Error(message))).to.equal(
        'the memory of the server is full: raise maxmemory (OOM)',
      );
  });
});

describe('describeRedisError', () => {
  const refused = (message: string) => Object.assign(new Error(message), { name: 'ReplyError' });

  it('says what to do where somebody has written over a key, of a command or of a script', () => {
    const message = 'WRONGTYPE Operation against a key holding the wrong kind of value';
    for (const one of [message, `${message} script: 1a2b, on @user_script:7.`])
      expect(describeRedisError(refused(one))).to.match(
        /^Redis: something else was written to a key of ours: .*doctor/,
      );
  });
});
