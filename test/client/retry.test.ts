import { expect } from 'chai';
import { readBaseUrl } from '../../client/src/connection.js';
import { Deadline } from '../../client/src/deadline.js';
import { backoffMs, pauseMs, readRetryAfter } from '../../client/src/retry.js';

describe('the pauses of the client package', () => {
  it('grow from a quarter of a second to eight seconds, and are not the same for everybody', () => {
    for (let tries = 1; tries <= 20; tries += 1) {
      const longest = Math.min(8_000, 500 * 2 ** (tries - 1));
      const pauses = Array.from({ length: 200 }, () => backoffMs(tries));
      expect(Math.min(...pauses)).to.be.at.least(longest / 2);
      expect(Math.max(...pauses)).to.be.at.most(longest);
      expect(new Set(pauses).size).to.be.greaterThan(100);
    }
  });

  it('are never shorter than the API asks for', () => {
    expect(pauseMs(60_000, 1)).to.equal(60_000);
    expect(pauseMs(0, 1)).to.be.at.least(250);
    expect(pauseMs(undefined, 1)).to.be.at.most(500);
  });

  it('follow Retry-After in both of its forms, and nothing else', () => {
    const now = Date.parse('2026-11-20T08:00:00Z');
    const read = (value: string) => readRetryAfter(new Headers({ 'retry-after': value }), now);
    expect(['2', '0', ' 30 '].map(read)).to.deep.equal([2_000, 0, 30_000]);
    expect(read('Fri, 20 Nov 2026 08:00:05 GMT')).to.equal(5_000);
    expect(read('Fri, 20 Nov 2026 07:00:00 GMT'), 'past').to.equal(0);
    for (const odd of ['', 'soon', '-1x', '1.5e400']) expect(read(odd), odd).to.equal(undefined);
    expect(readRetryAfter(new Headers())).to.equal(undefined);
  });
});

describe('the time limit of a call of the client package', () => {
  it('leaves nothing behind at the signal of its caller', () => {
    const caller = new AbortController();
    const deadline = new Deadline(60_000, caller.signal);
    deadline.release();
    caller.abort(new Error('later'));
    expect(deadline.signal.aborted).to.equal(false);
  });

  it('may be longer than a timer can be', () => {
    const deadline = new Deadline(Number.MAX_SAFE_INTEGER);
    expect(deadline.remainingMs()).to.be.greaterThan(2 ** 40);
    deadline.release();
  });
});

describe('the address that the client package is given', () => {
  it('may have a path before that of the API', () => {
    expect(readBaseUrl('https://gateway.example.test/verify/')).to.equal(
      'https://gateway.example.test/verify',
    );
    expect(readBaseUrl('http://localhost:3000')).to.equal('http://localhost:3000');
  });
});
