import classes from './person.module.css';

interface PersonProps {
  name: string | null;
  email: string;
  /** It is whoever looks at it. */
  own: boolean;
}

/** Somebody with an account, by name where one is known, and by the address that tells namesakes apart. */
export function Person({ name, email, own }: PersonProps) {
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
