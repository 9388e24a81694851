import { expect } from 'chai';
import { freePort } from '../../../scripts/embedded/free-port.js';
import { canListen } from '../../../scripts/start/port-is-free.js';

describe('canListen', () => {
  it('does not take an address that the machine lacks for a port that is in use', async () => {
    const port = await freePort();
    // An address for documentation (RFC 5737).
    const failure = await canListen(port, '192.0.2.1').catch((error: Error) => error.message);
    expect(failure).to.match(
      new RegExp(`^Port ${port} cannot be used: this machine has no .* \\(EADDRNOTAVAIL\\)`),
    );
  });
});
