import text from './text.module.css';

/** The forms of ids: a TypeID or a UUID. */
const ID = /^([a-z]+_[0-9a-z]{20,}|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

/** Whether a text is an id rather than a name. */
export function isId(text: string): boolean {
  return ID.test(text);
}

/**
 * An id by its last characters, which distinguish it from others, for lists without room for all of it; names are shown
 * in full.
 */
export function ShortId({ id }: { id: string }) {
  const shown = isId(id) ? `${id.slice(0, id.indexOf('_') + 1)}…${id.slice(-8)}` : id;
  return (
    <span className={`${text.mono} ${text.whole}`} title={id}>
      {shown}
    </span>
  );
}
