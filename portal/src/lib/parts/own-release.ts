/** Fired when a file of this page turns out to be gone, because a new release has other files. */
export const RELEASE_REPLACED = 'release-replaced';

/** In every page of the portal, and in nothing that a proxy or hotspot shows instead. */
const OUR_PAGE = '<div id="root">';

/**
 * The script this page began with. Its name holds a hash of its contents, which name every file that it loads later.
 */
const begunWith = document.querySelector('script[type="module"][src]')?.getAttribute('src');

/** Whether the page that is served now begins with another script than this one did. No if that cannot be learned. */
export async function isReplaced(): Promise<boolean> {
  try {
    const page = await (await fetch('/', { cache: 'no-store' })).text();
    return typeof begunWith === 'string' && page.includes(OUR_PAGE) && !page.includes(begunWith);
  } catch {
    return false;
  }
}
