import text from './text.module.css';

/** A masked subject on one line: without room for all of it, its beginning is cut, which says nothing anyway. */
export function MaskedSubject({ subject }: { subject: string }) {
  return (
    <span className={`${text.mono} ${text.muted} ${text.lineEnd}`} title={subject}>
      <bdi dir="ltr">{subject}</bdi>
    </span>
  );
}
