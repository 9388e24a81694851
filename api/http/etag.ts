/**
 * Whether `If-None-Match` names this tag, by the weak comparison that RFC 9110 13.1.2 asks for; `*` names every tag.
 * Not `req.fresh`: that takes a request's `Cache-Control: no-cache`, which fetch() adds by itself to conditional
 * requests, for a wish to have the whole body again.
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
