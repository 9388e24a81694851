/**
 * Where the page about an error code is: below `PUBLIC_URL` when that is set, otherwise a path of this host, as in
 * `Location` and `Link`.
 */
export function docUrl(publicUrl: string | undefined, code: string): string {
  return `${(publicUrl ?? '').replace(/\/$/, '')}/docs/errors/${code}`;
}
