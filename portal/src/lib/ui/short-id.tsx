import { useClipboard } from '@mantine/hooks';
import classes from './short-id.module.css';
import text from './text.module.css';

/** The forms of ids: a TypeID, a UUID or a hash. */
const ID = /^([a-z]+_[0-9a-z]{20,}|[0-9a-f]{64}|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;
const SAID_FOR_MS = 2_000;

/** Whether a text is an id, and no name. */
export function isId(text: string): boolean {
  return ID.test(text);
}

/**
 * An id by its last characters, which tell it from others, in a list that has no room for all of it; pressed, it copies
 * the whole. A name that is no id as it is.
 */
export function ShortId({ id }: { id: string }) {
  const clipboard = useClipboard({ timeout: SAID_FOR_MS });
  if (!isId(id)) return <span className={`${text.mono} ${text.whole}`}>{id}</span>;
  const shown = `${id.slice(0, id.indexOf('_') + 1)}…${id.slice(-8)}`;
  return (
    <button
      type="button"
      className={`${text.mono} ${text.whole} ${classes.id}`}
      title={clipboard.copied ? 'Copied' : `Copy ${id}`}
      onClick={() => clipboard.copy(id)}
    >
      {clipboard.copied ? 'Copied' : shown}
    </button>
  );
}
