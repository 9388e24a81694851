import { lazyPart } from '../../lib/parts/lazy-part.js';

/** The sign-in page, which whoever is signed in does not need at first, but may need while the service is away. */
export const SignInPage = lazyPart(async () => (await import('./sign-in-page.js')).SignInPage);
