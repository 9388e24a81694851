import { expect } from 'chai';
import pg from 'pg';
import { temporaryFolder } from '../../../harness/temporary-folder.js';
import { describeOutage } from '../../../shared/db/describe-outage.js';
import {
  isAnswerLost,
  isRetryable,
  isServerFault,
  isUnavailable,
  isUniqueViolation,
  needsPerson,
} from '../../../shared/db/sqlstate.js';
import { sharedServers } from '../../support/shared-servers.js';

function withCode(code: string): Error {
  return Object.assign(new Error('failed'), { code });
}

/** Runs statements one after the other and returns the error of the last. */
async function errorOf(options: pg.ClientConfig, ...statements: string[]): Promise<unknown> {
  const client = new pg.Client({ connectionString: sharedServers().superuserUrl, ...options });
  client.on('error', () => undefined);
  try {
    await client.connect();
    for (const statement of statements) await client.query(statement);
    return undefined;
  } catch (error) {
    return error;
  } finally {
    void client.end().catch(() => undefined);
  }
}

type Kind = 'retryable' | 'unavailable' | 'fault of the server' | 'unique violation' | 'nothing';

function kindOf(error: unknown): Kind[] {
  const kinds: Kind[] = [];
  if (isRetryable(error)) kinds.push('retryable');
  if (isUnavailable(error)) kinds.push('unavailable');
  if (isServerFault(error)) kinds.push('fault of the server');
  if (isUniqueViolation(error)) kinds.push('unique violation');
  return kinds.length === 0 ? ['nothing'] : kinds;
}

const CODES: readonly [Kind, readonly string[]][] = [
  ['retryable', ['40001', '40P01']],
  ['unavailable', ['08000', '08003', '08006', '55P03', '57P01', '57P02', '57P03', '57014', '25P03']],
  ['unavailable', ['53000', '53100', '53200', '53300', '58030']],
  [
    'unavailable',
    ['ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION', 'EPROTO', 'CERT_HAS_EXPIRED', 'CERT_NOT_YET_VALID'],
  ],
  ['unavailable', ['ERR_OSSL_X509_KEY_VALUES_MISMATCH', 'ERR_OSSL_PEM_NO_START_LINE']],
  [
    'unavailable',
    ['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH'],
  ],
  ['unique violation', ['23505']],
  ['unavailable', ['25006', '25P04', '55000', '28000', '28P01', '57P04', '57P05', 'ENETUNREACH']],
  ['fault of the server', ['42P01', '42703', '53400', '58000', '58P01', '58P02', 'XX000', 'XX001', 'XX002']],
  // Of our own cryptography.
  ['nothing', ['ERR_OSSL_UNSUPPORTED', 'ERR_OSSL_BAD_DECRYPT']],
  ['nothing', ['23514', '23503', '42501', '54000', '42883', '22P02', 'P0001', '']],
];

describe('sqlstate', () => {
  it('takes a server without TLS for an outage that only a person can end, and says so', async () => {
    const error = await errorOf({ ssl: true });
    expect(kindOf(error)).to.deep.equal(['unavailable']);
    expect(needsPerson(error)).to.equal(true);
    expect(describeOutage(error)).to.equal(
      'the server does not offer the TLS that its address asks for: turn ssl on there',
    );
  });

  it('takes a Unix socket that is not there for an outage: its server is stopped', async () => {
    const error = await errorOf({
      connectionString: `postgres://service@/service?host=${temporaryFolder()}`,
    });
    expect(kindOf(error)).to.deep.equal(['unavailable']);
    expect(needsPerson(error)).to.equal(false);
    expect(describeOutage(error)).to.equal(
      'its socket is not there: the server is stopped, or has its socket elsewhere (ENOENT)',
    );
  });

  for (const code of ['EMFILE', 'ENFILE', 'EADDRNOTAVAIL', 'EACCES', 'EPERM', 'EAI_FAIL', 'ENOMEM']) {
    it(`takes "${code}" for an outage when a connection is made, and otherwise for nothing`, () => {
      const syscall = code.startsWith('EAI') ? 'getaddrinfo' : 'connect';
      expect(kindOf(Object.assign(withCode(code), { syscall }))).to.deep.equal(['unavailable']);
      expect(kindOf(Object.assign(withCode(code), { syscall: 'open' }))).to.deep.equal(['nothing']);
    });
  }

  for (const [kind, codes] of CODES) {
    for (const code of codes) {
      it(`takes the code "${code}" for ${kind}`, () => {
        expect(kindOf(withCode(code))).to.deep.equal([kind]);
      });
    }
  }

  describe('takes a right that is missing', () => {
    const forbidden = (routine: string): Error => Object.assign(withCode('42501'), { routine });

    it('for a fault of the server that a person mends, and nothing was written', async () => {
      const role = 'sqlstate_test';
      const url = new URL(sharedServers().superuserUrl);
      await errorOf({}, `CREATE ROLE ${role}`);
      const error = await errorOf({ connectionString: url.href }, `SET ROLE ${role}`, 'TABLE pg_authid');
      await errorOf({}, `DROP ROLE ${role}`);
      expect(kindOf(error)).to.deep.equal(['fault of the server']);
      expect(needsPerson(error)).to.equal(true);
      expect(isAnswerLost(error)).to.equal(false);
    });

    it('for a fault that may have come at the commit, where the server lacks the right to a file', () => {
      expect(kindOf(forbidden('XLogFileInitInternal'))).to.deep.equal(['fault of the server']);
      expect(isAnswerLost(forbidden('XLogFileInitInternal'))).to.equal(true);
    });

    it('for a defect of ours, where a policy refuses the row', () => {
      expect(kindOf(forbidden('ExecWithCheckOptions'))).to.deep.equal(['nothing']);
    });
  });

  it('takes a server that has run out of transaction numbers for its fault, and nothing was written', () => {
    const error = Object.assign(withCode('54000'), { routine: 'GetNewTransactionId' });
    expect(kindOf(error)).to.deep.equal(['fault of the server']);
    expect(isAnswerLost(error)).to.equal(false);
    expect(describeOutage(error)).to.match(/^the server has no transaction numbers left .+ \(54000\)$/);
  });

  for (const [code, isLost] of [
    ['42P01', false],
    ['42703', false],
    ['53400', false],
    ['58P01', true],
    ['XX000', true],
  ] as const) {
    it(`knows that after ${code} a commit ${isLost ? 'may stand' : 'does not stand'}`, () => {
      expect(isAnswerLost(withCode(code))).to.equal(isLost);
    });
  }

  for (const value of [undefined, null, 'ECONNREFUSED', 40001, {}, { code: 40001 }, new Error('other')]) {
    it(`takes ${value instanceof Error ? 'an error without a code' : JSON.stringify(value)} for nothing`, () => {
      expect(kindOf(value)).to.deep.equal(['nothing']);
    });
  }

  it('looks into the errors of all addresses that were tried', () => {
    expect(kindOf(new AggregateError([withCode('ECONNREFUSED'), new Error('other')]))).to.deep.equal([
      'unavailable',
    ]);
    expect(kindOf(new AggregateError([new Error('other')]))).to.deep.equal(['nothing']);
  });

  describe('takes for unavailable what really happens when', () => {
    const cases: Readonly<Record<string, () => Promise<unknown>>> = {
      'nobody listens': () => errorOf({ connectionString: 'postgres://u:p@127.0.0.1:1/db' }, 'SELECT 1'),
      'nobody listens on any address of the host': () =>
        errorOf({ connectionString: 'postgres://u:p@localhost:1/db' }, 'SELECT 1'),
      'a statement takes too long': () => errorOf({ statement_timeout: 20 }, 'SELECT pg_sleep(5)'),
      'the server goes silent': () => errorOf({ query_timeout: 20 }, 'SELECT pg_sleep(0.2)'),
      'the server ends the connection': () => errorOf({}, 'SELECT pg_terminate_backend(pg_backend_pid())'),
      'a connection is used after its end': async () => {
        const client = new pg.Client({ connectionString: sharedServers().superuserUrl });
        await client.connect();
        await client.end();
        return client.query('SELECT 1').catch((error: unknown) => error);
      },
      'the pool is full': async () => {
        const pool = new pg.Pool({ connectionString: sharedServers().superuserUrl, max: 1 });
        const held = await pool.connect();
        // Set only now: opening the first connection may take long on a busy machine.
        pool.options.connectionTimeoutMillis = 20;
        const error = await pool.query('SELECT 1').catch((failure: unknown) => failure);
        held.release();
        await pool.end();
        return error;
      },
    };
    for (const [what, provoke] of Object.entries(cases)) {
      it(what, async () => {
        const error = await provoke();
        expect(error).to.be.instanceOf(Error);
        expect(kindOf(error)).to.deep.equal(['unavailable']);
      });
    }
  });
});
