import { expect } from 'chai';
import { describeOutage } from '../../../shared/db/describe-outage.js';

const errorOf = (code: string): Error => Object.assign(new Error('quotes 0001010000071'), { code });

describe('describeOutage', () => {
  const reasons: readonly (readonly [string, RegExp])[] = [
    ['55P03', /^another session has held a lock for too long: find out whose it is \(55P03\)$/],
    ['57014', /^a statement took too long .* \(57014\)$/],
    ['53100', /^the disk of the server is full \(53100\)$/],
    [
      '53300',
      /^no connections are left: raise max_connections, or CONNECTION LIMIT of the role .* \(53300\)$/,
    ],
    ['53400', /^a limit of its configuration is reached .*: raise it \(53400\)$/],
    ['42P01', /^the schema is not that of this release: run npm run migrate first, .* \(42P01\)$/],
    ['42703', /^the schema is not that of this release: run npm run migrate first, .* \(42703\)$/],
    ['58P01', /^a file of the server is missing: see its log \(58P01\)$/],
    ['XX001', /^data on the server is damaged: see its log, .* \(XX001\)$/],
    ['58030', /^the server cannot read or write its disk: see its log \(58030\)$/],
    ['57P04', /^the database was dropped \(57P04\)$/],
    [
      '28000',
      /^the server has no role of this name, or does not accept it from here, or only by TLS \(sslmode=verify-full\): .*user.* \(28000\)$/,
    ],
    ['SELF_SIGNED_CERT_IN_CHAIN', /is not trusted: configure its CA \(DATABASE_CA_FILE,/],
    ['CERT_HAS_EXPIRED', /has expired: renew it \(CERT_HAS_EXPIRED\)$/],
    ['ERR_TLS_CERT_ALTNAME_INVALID', /for another host: use a name that is in it, or add the one in use/],
    ['ERR_SSL_WRONG_VERSION_NUMBER', /^the TLS handshake failed: .* \(ERR_SSL_WRONG_VERSION_NUMBER\)$/],
    ['ERR_SSL_TLSV1_ALERT_UNKNOWN_CA', /^the other end does not accept the certificate of this process/],
    ['ERR_SSL_SSLV3_ALERT_CERTIFICATE_EXPIRED', /^the other end does not accept the certificate/],
    ['ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED', /^the other end does not accept the certificate/],
    ['ERR_OSSL_X509_KEY_VALUES_MISMATCH', /^the certificate or the key of this process cannot be used/],
    ['ECONNREFUSED', /^nothing listens there \(ECONNREFUSED\)$/],
    ['08P01', /^a pool in front of the server refused the connection \(a wrong password, .* \(08P01\)$/],
    ['08006', /^the connection was lost \(08006\)$/],
  ];
  for (const [code, reason] of reasons) {
    it(`says of ${code} what it means`, () => {
      expect(describeOutage(errorOf(code))).to.match(reason);
    });
  }

  it('says what is missing in the address of a pool that does not take the settings of a session', () => {
    const refused = Object.assign(new Error('unsupported startup parameter: statement_timeout'), {
      code: '08P01',
    });
    expect(describeOutage(refused)).to.match(/: add \?pgbouncer=true to the address \(08P01\)$/);
  });

  it('tells a connection that ended from a server that does not answer', () => {
    expect(describeOutage(new Error('Connection terminated unexpectedly'))).to.equal(
      'the connection was lost',
    );
    expect(describeOutage(new Error('Query read timeout'))).to.equal('the server does not answer');
  });

  it('says nothing of an error that is not an outage', () => {
    expect(describeOutage(errorOf('23505'))).to.equal(undefined);
  });
});
