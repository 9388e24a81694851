import { ApiFailure } from '../api/failure.js';
import { RELEASE_REPLACED } from './own-release.js';

/** A part of the portal whose files did not arrive: the service is away, or a new release has other files. */
export class PartMissing extends ApiFailure {
  constructor(
    override readonly kind: 'unreachable' | 'replaced',
    message: string,
    /** Forgets the failure: the part is asked for again when it is next shown. */
    readonly again: () => void,
  ) {
    super(0, kind, message);
  }
}

/** Style sheets that did not arrive. The build's loader asks for each only once, and then goes on without it. */
const missingSheets = new Set<HTMLLinkElement>();

document.addEventListener(
  'error',
  ({ target }) => {
    if (target instanceof HTMLLinkElement && target.rel === 'stylesheet') missingSheets.add(target);
  },
  { capture: true },
);

/** Loads a part of the portal. Throws PartMissing, in words for the user, if a file of it does not arrive. */
export async function loadPart<Part>(load: () => Promise<Part>, again: () => void): Promise<Part> {
  try {
    await Promise.all([...missingSheets].map(loadSheet));
    return await load();
  } catch {
    if (await isServiceThere()) {
      window.dispatchEvent(new Event(RELEASE_REPLACED));
      throw new PartMissing(
        'replaced',
        'There is a newer version of this page. Reload it to continue.',
        again,
      );
    }
    throw new PartMissing(
      'unreachable',
      'The service cannot be reached. Check your connection, then try again.',
      again,
    );
  }
}

function loadSheet(missing: HTMLLinkElement): Promise<void> {
  return new Promise((resolve, reject) => {
    const sheet = missing.cloneNode() as HTMLLinkElement;
    sheet.addEventListener('load', () => resolve());
    sheet.addEventListener('error', () => reject(new Error(`No ${sheet.href}`)));
    missing.replaceWith(sheet);
    missingSheets.delete(missing);
  });
}

/** Whether the pages are served, so that a file that is not there has been replaced. */
export function isServiceThere(): Promise<boolean> {
  return fetch('/', { method: 'HEAD', cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  );
}
