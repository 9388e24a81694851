import { spawnSync } from 'node:child_process';
import { expect } from 'chai';
import { createTotpSecret, findTotpStep, presentTotp, stepAt } from '../../../api/second-factor/totp.js';

/** RFC 6238, appendix B, cut to six digits. */
const VECTORS: readonly [seconds: number, code: string][] = [
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
  [20_000_000_000, '353130'],
];

const PYTHON = `
import base64, hashlib, hmac, struct, sys
key = base64.b32decode(sys.argv[1]); step = struct.pack('>Q', int(sys.argv[2]) // 30)
mac = hmac.new(key, step, hashlib.sha1).digest(); at = mac[-1] & 15
print('%06d' % ((struct.unpack('>I', mac[at:at + 4])[0] & 0x7fffffff) % 1000000))`;

describe('TOTP codes', () => {
  const secret = Buffer.from('12345678901234567890');

  for (const [seconds, code] of VECTORS) {
    it(`are those of RFC 6238 at ${seconds}`, () => {
      const now = seconds * 1_000;
      expect(findTotpStep(secret, code, now)).to.equal(stepAt(now));
    });
  }

  it('count one period early and late, under the step that they are of, and no further', () => {
    const [[seconds, code]] = VECTORS as [[number, string]];
    const [step, now] = [stepAt(seconds * 1_000), seconds * 1_000];
    expect(findTotpStep(secret, code, now + 30_000)).to.equal(step);
    expect(findTotpStep(secret, code, now - 30_000)).to.equal(step);
    expect(findTotpStep(secret, code, now + 60_000)).to.equal(undefined);
    expect(findTotpStep(secret, code, now - 60_000)).to.equal(undefined);
  });

  it('are what another program makes of the secret that is shown', function () {
    const own = createTotpSecret();
    const now = Date.now();
    const shown = presentTotp(own, 'person@example.test');
    const { status, stdout } = spawnSync('python3', ['-c', PYTHON, shown.secret, String((now / 1_000) | 0)], {
      encoding: 'utf8',
    });
    if (status !== 0) this.skip();
    expect(findTotpStep(own, stdout.trim(), now)).to.equal(stepAt(now));
  });

  it('can be read from the address of the QR code', () => {
    const { secret: base32, otpauth_uri: uri } = presentTotp(secret, 'person@example.test');
    const { protocol, searchParams } = new URL(uri);
    expect(protocol).to.equal('otpauth:');
    expect(searchParams.get('secret')).to.equal(base32);
    expect(searchParams.get('period')).to.equal('30');
    expect(searchParams.get('digits')).to.equal('6');
    expect(decodeURIComponent(uri)).to.include('person@example.test');
  });
});
