import { expect } from 'chai';
import { proxyOf } from '../../support/network/connect-proxy.js';

const PROXY = 'http://proxy.example.test:3128';

describe('readProxy', () => {
  it('names none unless HTTPS_PROXY does, in capitals', () => {
    expect(proxyOf({})).to.equal(undefined);
    expect(proxyOf({ https_proxy: PROXY, HTTP_PROXY: PROXY, NO_PROXY: '*' })).to.equal(undefined);
  });

  for (const [address, expected] of [
    [PROXY, { secure: false, host: 'proxy.example.test', port: 3128, authorization: undefined }],
    ['https://proxy.example.test', { secure: true, port: 443 }],
    ['http://[2001:db8::1]/', { host: '2001:db8::1', port: 80 }],
    // The example of RFC 7617, 2.
    [
      'http://Aladdin:open%20sesame@p.example.test:1',
      { authorization: 'Basic QWxhZGRpbjpvcGVuIHNlc2FtZQ==' },
    ],
  ] as const) {
    it(`understands ${address}`, () => {
      expect(proxyOf({ HTTPS_PROXY: address })).to.deep.include(expected);
    });
  }

  for (const [what, address] of [
    ['no scheme', 'proxy.example.test:3128'],
    ['another kind of proxy', 'socks5://proxy.example.test:1080'],
    ['a path', `${PROXY}/pac`],
    ['a query', `${PROXY}/?a=b`],
    ['no host', 'http://'],
    ['a password that is not encoded', 'http://user:50%@proxy.example.test:3128'],
  ] as const) {
    it(`refuses ${what}, without quoting it`, () => {
      expect(() => proxyOf({ HTTPS_PROXY: address }))
        .to.throw(/HTTPS_PROXY must /)
        .with.property('message')
        .that.does.not.include('50%@');
    });
  }

  for (const entry of ['10.0.0', '10.0.0.0/33', '10.0.0.0/8/8', 'example.test:443', 'a b', '2001:db8::/x']) {
    it(`refuses ${entry} in NO_PROXY, and says at which place`, () => {
      expect(() => proxyOf({ HTTPS_PROXY: PROXY, NO_PROXY: `ok.example.test, ${entry}` })).to.throw(
        /NO_PROXY must have .* at position 2/,
      );
    });
  }

  const spared = 'Example.test,.inner.example, *.wild.example ,10.0.0.0/8,192.0.2.7,2001:db8::/32,[::1],';
  for (const [host, expected] of [
    ['example.test', true],
    ['EXAMPLE.test.', true],
    ['api.example.test', true],
    ['notexample.test', false],
    ['inner.example', true],
    ['a.wild.example', true],
    ['10.200.3.4', true],
    ['11.0.0.1', false],
    ['192.0.2.7', true],
    ['192.0.2.8', false],
    ['[2001:db8::5]', true],
    ['2001:db9::5', false],
    ['::1', true],
  ] as const) {
    it(`${expected ? 'spares' : 'does not spare'} ${host}`, () => {
      expect(proxyOf({ HTTPS_PROXY: PROXY, NO_PROXY: spared })?.spares(host)).to.equal(expected);
    });
  }

  it('spares all by a star', () => {
    expect(proxyOf({ HTTPS_PROXY: PROXY, NO_PROXY: '*' })?.spares('anything.example')).to.equal(true);
  });
});
