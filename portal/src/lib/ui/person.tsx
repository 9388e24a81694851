import classes from './person.module.css';

interface PersonProps {
  /** Absent in the answer of an API of the previous release. */
  name: string | null | undefined;
  email: string;
  /** Whether it is the viewer. */
  own?: boolean;
}

/** Someone with an account, by name if known, and by the address, which distinguishes namesakes. */
export function Person({ name = null, email, own = false }: PersonProps) {
  return (
    <span className={classes.person}>
      <span>
        {name ?? email}
        {own && ' (you)'}
      </span>
      {name !== null && <span className={classes.email}>{email}</span>}
    </span>
  );
}
