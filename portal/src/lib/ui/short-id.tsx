import { Copied } from './copied.js';
import classes from './short-id.module.css';
import text from './text.module.css';
import { useCopy } from './use-copy.js';

/** The forms of ids: a TypeID, a UUID or a hash. */
const ID = /^([a-z]+_[0-9a-z]{20,}|[0-9a-f]{64}|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

/** Whether a text is an id rather than a name. */
export function isId(text: string): boolean {
  return ID.test(text);
}

/**
 * An id by its last characters, which distinguish it from others, for lists without room for all of it; a click copies
 * all of it. Paper, on which nothing can be copied, has the whole of it. Names are shown in full.
 */
export function ShortId({ id }: { id: string }) {
  const { copied, copy } = useCopy(id);
  if (!isId(id)) return <span className={`${text.mono} ${text.whole}`}>{id}</span>;
  const shown = `${id.slice(0, id.indexOf('_') + 1)}…${id.slice(-8)}`;
  return (
    <>
      <button
        type="button"
        className={`${text.mono} ${text.whole} ${classes.id}`}
        title={`Copy ${id}`}
        data-id={id}
        onClick={copy}
      >
        <span className={classes.shown}>{copied ? 'Copied' : shown}</span>
      </button>
      <Copied copied={copied} />
    </>
  );
}
