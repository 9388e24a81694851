import path from 'node:path';
import { PAGES_OF_FILES } from './pages/written.js';

/** Folders and files of docs/ that are served as they are, below /docs/files/. */
const SERVED = /^docs\/(samples\/[\w-]+\/|conformance\/|collection\.json$|workflows\.arazzo\.yaml$)/;

/**
 * Rewrites the links of a text for the site: a text that is a page gets its address, a file that is served gets its
 * own; a link to anything else in the repository is reduced to its words.
 */
export function toSiteLinks(markdown: string, file: string): string {
  const folder = path.posix.dirname(file);
  return markdown.replace(
    /(!?)\[([^[\]]*)\]\(([^()[\]\s]+)\)/g,
    (link, image: string, words: string, target: string) => {
      if (image !== '' || /^(?:https?:|mailto:|\/|#)/.test(target)) return link;
      const [name = '', anchor] = target.split('#', 2);
      const address = addressOfFile(path.posix.normalize(path.posix.join(folder, name)));
      if (address === undefined) return words;
      return `[${words}](${address}${anchor === undefined || address === '/docs/quickstart' ? '' : `#${anchor}`})`;
    },
  );
}

function addressOfFile(file: string): string | undefined {
  const page = PAGES_OF_FILES.get(file);
  if (page !== undefined) return `/docs/${page}`;
  return SERVED.test(file) ? `/docs/files/${file.slice('docs/'.length)}` : undefined;
}
