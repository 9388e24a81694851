import { expect } from 'chai';
import type { LogLevel } from '../../shared/config/common.js';
import { createLogger } from '../../shared/logger.js';
import { OperatorError } from '../../shared/operator-error.js';

/** What the log says about an error at this level. */
function logged(err: unknown, level: LogLevel = 'info'): Record<string, unknown> {
  let line = '';
  const write = (text: string): void => {
    line += text;
  };
  createLogger({ process: 'worker', level }, { write }).error({ err });
  return JSON.parse(line).err;
}

describe('an error in the log', () => {
  it('is its name and code, without its message and its stack', () => {
    const cause = new Error('more of Anna Example');
    const error = Object.assign(new TypeError('row of Anna Example', { cause }), { code: 'E_SOME' });
    expect(logged(error)).to.deep.equal({ name: 'TypeError', code: 'E_SOME', cause: { name: 'Error' } });
  });

  for (const level of ['debug', 'trace'] as const) {
    it(`says where it was thrown at LOG_LEVEL=${level}`, () => {
      const { at } = logged(new Error('of Anna Example'), level) as { at: string[] };
      expect(at[0]).to.include('logger.test.ts');
      expect(at.join()).not.to.include('Anna Example');
    });
  }

  it('has the message of what whoever runs the service must mend', () => {
    expect(logged(new OperatorError('turn fsync on'))).to.include({ message: 'turn fsync on' });
  });

  it('says in words of our own that a server is away', () => {
    const refused = Object.assign(new Error('connect ECONNREFUSED 10.0.0.1'), { code: 'ECONNREFUSED' });
    expect(logged(refused)).to.deep.equal({
      name: 'Error',
      code: 'ECONNREFUSED',
      message: 'nothing listens there (ECONNREFUSED)',
    });
  });

  it('says in words of our own why Redis refused a command, or that it did not answer', () => {
    const refused = Object.assign(new Error('OOM command not allowed. script: 1a2b'), { name: 'ReplyError' });
    expect(logged(refused)).to.deep.equal({
      name: 'ReplyError',
      message: 'Redis: the memory of the server is full: raise maxmemory (OOM)',
    });
    expect(logged(new Error('Command timed out'))).to.include({ message: 'Redis does not answer' });
  });
});
