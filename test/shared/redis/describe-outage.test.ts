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

  for (const [message, what] of [
    ["NOPERM this user has no permissions to run the 'config|set' command", 'the command config|set'],
    ["NOPERM User app has no permissions to run the 'keys' command", 'the command keys'],
    [
      'NOPERM this user has no permissions to access one of the keys used as arguments',
      'keys that begin with',
    ],
    ['NOPERM No permissions to access a channel', 'channels that begin with'],
    [
      "NOPERM ACL failure in script: User app has no permissions to run the 'hset' command",
      'the command hset',
    ],
    [
      "ERR The user executing the script can't run this command or subcommand script: 1a2b",
      'within a script',
    ],
    [
      "ERR The user executing the script can't access at least one of the keys mentioned in the command arguments",
      'keys that begin with',
    ],
  ] as const)
    it(`names what the user may not use: ${message}`, () => {
      expect(describeRedisOutage(new Error(message))).to.match(/^the user lacks permission for .*NOPERM/);
      expect(describeRedisOutage(new Error(message))).to.include(what);
    });

  it('names a command that the server does not offer, and none of its arguments', () => {
    const said = describeRedisOutage(
      new Error("ERR unknown command 'BZPOPMIN', with args beginning with: 'key' 'a word' "),
    );
    expect(said).to.match(/^the server does not offer the command bzpopmin: /);
    expect(said).to.not.include('a word');
    expect(
      describeRedisOutage(new Error('ERR Unknown Redis command called from script script: 1a2b')),
    ).to.match(/^the server does not offer a command within a script: /);
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
