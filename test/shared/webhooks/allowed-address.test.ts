import { expect } from 'chai';
import { isAllowedAddress } from '../../../shared/webhooks/allowed-address.js';
import { validateWebhookUrl } from '../../../shared/webhooks/validate-webhook-url.js';

const LOOPBACK = ['127.0.0.1', '127.255.255.254', '::1', '::ffff:127.0.0.1', '::ffff:7f00:1'];

const FORBIDDEN: Readonly<Record<string, readonly string[]>> = {
  unspecified: ['0.0.0.0', '0.1.2.3', '::', '::ffff:0.0.0.0'],
  private: ['10.0.0.1', '172.16.0.1', '172.31.255.255', '192.168.1.1', '::ffff:10.0.0.1', '::ffff:c0a8:101'],
  'link-local, with the metadata services': [
    '169.254.169.254',
    '169.254.0.1',
    'fe80::1',
    '::ffff:169.254.169.254',
  ],
  'other metadata services': ['100.100.100.200', '192.0.0.192', 'fd00:ec2::254', '168.63.129.16'],
  'carrier-grade NAT': ['100.64.0.1', '100.127.255.255'],
  'unique-local and site-local': ['fc00::1', 'fdff::1', 'fec0::1'],
  multicast: ['224.0.0.1', '239.255.255.255', 'ff02::1'],
  broadcast: ['255.255.255.255'],
  'reserved, benchmarking and documentation': [
    '192.0.2.1',
    '198.18.0.1',
    '198.51.100.1',
    '203.0.113.1',
    '240.0.0.1',
    '2001:db8::1',
    '3fff::1',
    '100::1',
  ],
  'translated, with a private address inside': [
    '64:ff9b::a00:1',
    '64:ff9b::7f00:1',
    '64:ff9b::a9fe:a9fe',
    '64:ff9b::a83f:8110',
    '64:ff9b::',
    '64:ff9b::1:0:808:808',
    '64:ff9b:1::a00:1',
    '2002:a00:1::',
    '2001:0:a00:1::1',
    '::a00:1',
    '::ffff:0:10.0.0.1',
  ],
  'no address at all': ['', 'localhost', 'example.test', '1.2.3', '1.2.3.4.5', '::g', '1.2.3.4%eth0'],
};

describe('isAllowedAddress', () => {
  for (const address of [
    '1.1.1.1',
    '8.8.8.8',
    '172.15.0.1',
    '172.32.0.1',
    '2606:4700::1111',
    '::ffff:8.8.8.8',
    // As a network that has only IPv6 writes 8.8.8.8.
    '64:ff9b::808:808',
  ]) {
    it(`lets webhooks go to ${address}`, () => {
      for (const loopback of [true, false]) {
        expect(isAllowedAddress(address, { loopback })).to.equal(true);
      }
    });
  }

  for (const [what, addresses] of Object.entries(FORBIDDEN)) {
    it(`refuses what is ${what}, in development too`, () => {
      for (const address of addresses) {
        for (const loopback of [true, false]) {
          expect(isAllowedAddress(address, { loopback }), address).to.equal(false);
        }
      }
    });
  }

  it('lets them go to loopback in development only', () => {
    for (const address of LOOPBACK) {
      expect(isAllowedAddress(address, { loopback: true }), address).to.equal(true);
      expect(isAllowedAddress(address, { loopback: false }), address).to.equal(false);
    }
  });
});

describe('validateWebhookUrl', () => {
  const codeOf = (url: string, production: boolean): string | undefined =>
    validateWebhookUrl(url, { production })?.code;

  const anywhere: readonly [string, string | undefined][] = [
    ['https://receiver.example.test/hook', undefined],
    ['https://receiver.example.test:8443/hook?x=1', undefined],
    ['https://8.8.8.8/', undefined],
    ['https://[2606:4700::1111]/', undefined],
    ['', 'invalid_url'],
    ['receiver.example.test', 'invalid_url'],
    ['/hook', 'invalid_url'],
    ['https://', 'invalid_url'],
    ['https://exa mple.test', 'invalid_url'],
    [`https://${'a'.repeat(63)}.test.`, undefined],
    [`https://${'a'.repeat(64)}.test`, 'invalid_url'],
    [`https://${'a.'.repeat(126)}b.`, undefined],
    [`https://${'a.'.repeat(126)}bb`, 'invalid_url'],
    ['https://receiver..test', 'invalid_url'],
    ['ftp://receiver.example.test', 'https_required'],
    ['file:///etc/passwd', 'https_required'],
    ['javascript:alert(1)', 'https_required'],
    ['https://user@receiver.example.test', 'credentials_in_url'],
    ['https://user:word@receiver.example.test', 'credentials_in_url'],
    ['https://:word@receiver.example.test', 'credentials_in_url'],
    ['https://10.0.0.1/', 'address_not_allowed'],
    ['https://169.254.169.254/latest/meta-data', 'address_not_allowed'],
    ['https://[::ffff:10.0.0.1]/', 'address_not_allowed'],
    ['https://[fd00::1]:443/', 'address_not_allowed'],
    // The spellings of 10.0.0.1 that the URL standard allows.
    ['https://167772161/', 'address_not_allowed'],
    ['https://0x0a000001/', 'address_not_allowed'],
    ['https://012.0.0.1/', 'address_not_allowed'],
    ['https://10.1/', 'address_not_allowed'],
    ['https://１０.0.0.1/', 'address_not_allowed'],
  ];
  for (const [url, code] of anywhere) {
    it(`says ${code ?? 'nothing'} of ${url || 'nothing'}`, () => {
      for (const production of [true, false]) expect(codeOf(url, production)).to.equal(code);
    });
  }

  const local: readonly [string, string][] = [
    ['http://receiver.example.test/', 'https_required'],
    ['http://127.0.0.1:4000/', 'https_required'],
    ['https://127.0.0.1/', 'address_not_allowed'],
    ['https://2130706433/', 'address_not_allowed'],
    ['https://0177.0.0.1/', 'address_not_allowed'],
    ['https://127.1/', 'address_not_allowed'],
    ['https://127.0.0.1./', 'address_not_allowed'],
    ['https://[::1]/', 'address_not_allowed'],
    ['https://localhost/', 'address_not_allowed'],
    ['https://LOCALHOST./', 'address_not_allowed'],
    ['https://receiver.localhost/', 'address_not_allowed'],
  ];
  for (const [url, code] of local) {
    it(`says ${code} of ${url} in production, and nothing in development`, () => {
      expect(codeOf(url, true)).to.equal(code);
      expect(codeOf(url, false)).to.equal(undefined);
    });
  }
});
