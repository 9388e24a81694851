/**
 * Returns the address of the page about an error code: below `PUBLIC_URL` if set, otherwise a path on this host, as in
 * `Location` and `Link`.
 */
export function docUrl(publicUrl: string | undefined, code: string): string {
  return `${(publicUrl ?? '').replace(/\/$/, '')}/docs/errors/${code}`;
}
