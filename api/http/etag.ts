/**
 * Whether `If-None-Match` matches this tag, by the weak comparison RFC 9110 13.1.2 requires; `*` matches every tag. Not
 * `req.fresh`, which takes a request's `Cache-Control: no-cache`, added by fetch() to conditional requests on its own,
 * as a request for the whole body.
 */
export function matchesEtag(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  if (ifNoneMatch.trim() === '*') return true;
  const opaque = withoutWeakness(etag);
  return ifNoneMatch.split(',').some((tag) => withoutWeakness(tag.trim()) === opaque);
}

function withoutWeakness(tag: string): string {
  return tag.startsWith('W/') ? tag.slice(2) : tag;
}
