import { Fragment } from 'react';
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
        <bdi>{name ?? <Address email={email} />}</bdi>
        {own && ' (you)'}
      </span>
      {name !== null && (
        <span className={classes.email}>
          <Address email={email} />
        </span>
      )}
    </span>
  );
}

/** An address that breaks before its signs, if it has to, and not within a word. */
function Address({ email }: { email: string }) {
  const [first = '', ...parts] = email.split(/(?=[@.])/);
  return (
    <>
      {first}
      {parts.map((part, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of an address stay where they are.
        <Fragment key={index}>
          <wbr />
          {part}
        </Fragment>
      ))}
    </>
  );
}
