import text from './text.module.css';

/** The forms of ids: a TypeID or a UUID. */
const ID = /^([a-z]+_[0-9a-z]{20,}|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

/** Whether a text is an id, and no name. */
export function isId(text: string): boolean {
  return ID.test(text);
}

/** An id by its last characters, which tell it from others, in a list that has no room for all of it; a name that is no id as it is. */
export function ShortId({ id }: { id: string }) {
  const shown = isId(id) ? `${id.slice(0, id.indexOf('_') + 1)}…${id.slice(-8)}` : id;
  return (
    <span className={`${text.mono} ${text.whole}`} title={id}>
      {shown}
    </span>
  );
}
