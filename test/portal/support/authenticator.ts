import type { Page } from 'playwright-core';
import type { Portal } from './portal.js';

/** A page of a browser that makes and gives passkeys without asking anybody. */
export async function openWithAuthenticator(portal: Portal): Promise<Page> {
  // Passkeys need a host name, and an IP address is not one.
  const baseURL = portal.service.api.url.replace('127.0.0.1', 'localhost');
  const page = await portal.open({ baseURL });
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('WebAuthn.enable');
  await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return page;
}
