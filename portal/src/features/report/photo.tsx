import { useState } from 'react';
import classes from './report.module.css';

/** The ID photograph, if the source had one. The browser loads it within the session and stores it nowhere. */
export function Photo({ requestId }: { requestId: string }) {
  const [missing, setMissing] = useState(false);
  if (missing) return null;
  return (
    <figure className={classes.photo}>
      <img
        src={`/api/v1/verifications/${encodeURIComponent(requestId)}/photo`}
        alt="From the identity document"
        width={132}
        height={176}
        onError={() => setMissing(true)}
      />
      <figcaption>ID photograph</figcaption>
    </figure>
  );
}
