import text from './text.module.css';

interface ProofLinkProps {
  /** The path of the log in the API. */
  log: string;
  entryNo: number;
}

/** Downloads the proof that an entry is in the public log, for others to check. */
export function ProofLink({ log, entryNo }: ProofLinkProps) {
  const name = `${log.split('/').at(-1)}-${entryNo}`;
  return (
    <a
      className={text.link}
      href={`/api/v1/${log}/${entryNo}/evidence.tlog-proof`}
      download={`${name}.tlog-proof`}
      aria-label={`Proof of entry ${entryNo}`}
    >
      Proof
    </a>
  );
}
