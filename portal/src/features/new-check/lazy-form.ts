import { lazyPart } from '../../lib/parts/lazy-part.js';

/** The form, with its rules for phone numbers and countries, which are not needed to choose a check. */
export const CheckForm = lazyPart(async () => (await import('./check-form.js')).CheckForm);
