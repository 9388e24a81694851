import { useAccount } from '../../lib/session/session.js';
import classes from './logo.module.css';

/** The client's logo at the head of a report, if it has one. */
export function ReportLogo({ picture }: { picture: string | null | undefined }) {
  const { client } = useAccount();
  if (picture === undefined || picture === null) return null;
  return (
    <div className={classes.head}>
      <img className={classes.logo} src={picture} alt={client === null ? 'Logo' : `Logo of ${client.name}`} />
    </div>
  );
}
