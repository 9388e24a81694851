export const LOGO_MEDIA_TYPES = ['image/png', 'image/jpeg'] as const;
export type LogoMediaType = (typeof LOGO_MEDIA_TYPES)[number];

/** Maximum size of a logo: enough for print, and small compared with a report. */
export const MAX_LOGO_BYTES = 256 * 1024;
export const MAX_LOGO_SIDE = 2_000;

/** The answer to an accepted logo. */
export interface WireLogo {
  media_type: LogoMediaType;
  width: number;
  height: number;
  bytes: number;
}
