import text from './text.module.css';

/** An id by its last characters, which tell it from others, in a list that has no room for all of it. */
export function ShortId({ id }: { id: string }) {
  const kind = id.slice(0, id.indexOf('_') + 1);
  return (
    <span className={`${text.mono} ${text.whole}`} title={id}>
      {kind}…{id.slice(-8)}
    </span>
  );
}
