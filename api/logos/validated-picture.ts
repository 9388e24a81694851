import type { LogoMediaType } from '../../shared/wire/logo.js';

/** What a picture turned out to be, or why it cannot be a logo, in words for the person who chose it. */
export type ValidatedPicture =
  | { ok: true; mediaType: LogoMediaType; width: number; height: number }
  | { ok: false; why: string };

/** A picture that cannot be a logo; `why` is shown to whoever chose it. */
export function refused(why: string): ValidatedPicture {
  return { ok: false, why };
}
