import { Link } from '@tanstack/react-router';
import { findService } from '../../../../shared/services/index.js';
import type { WireAccess } from '../../../../shared/wire/access-log.js';
import type { Column } from '../../lib/ui/data-table.js';
import { Moment } from '../../lib/ui/moment.js';
import { Person } from '../../lib/ui/person.js';
import { ProofLink } from '../../lib/ui/proof-link.js';
import { ShortId } from '../../lib/ui/short-id.js';
import text from '../../lib/ui/text.module.css';

/** What the access opened, in words. */
const ACTS: Readonly<Record<WireAccess['act'], string>> = {
  report: 'Read the report',
  pdf: 'Downloaded the PDF',
  photo: 'Viewed the photograph',
  csv: 'Downloaded a list of checks',
  case: 'Worked on the case',
  reveal: 'Revealed the full subject',
  export: 'Exported all data held',
};

const CHANNELS: Readonly<Record<WireAccess['channel'], string>> = {
  portal: 'Portal',
  api: 'API',
  command: 'Command on the server',
};

/** Columns for who looked at what, when and how; with `linked`, checks link to pages the viewer may open. */
export function accessColumns({
  linked,
  named,
}: {
  linked: boolean;
  /** The list covers many checks, so each is named. */
  named: boolean;
}): readonly Column<WireAccess>[] {
  return [
    { header: 'When', phone: 'below', cell: ({ created_at }) => <Moment iso={created_at} /> },
    { header: 'Who', phone: named ? 'below' : 'title', cell: (access) => <Who access={access} /> },
    { header: 'What', phone: 'aside', cell: ({ act }) => ACTS[act] },
    ...(named
      ? [
          {
            header: 'Check',
            phone: 'title' as const,
            cell: (access: WireAccess) => <Check access={access} linked={linked} />,
          },
        ]
      : []),
    {
      header: 'How',
      narrow: true,
      phone: 'below',
      ...(named && { room: 'small' as const }),
      cell: ({ channel, ip_address }) => (
        <>
          {CHANNELS[channel]}{' '}
          {ip_address !== null && (
            <span className={`${text.mono} ${text.whole} ${text.muted}`}>{ip_address}</span>
          )}
        </>
      ),
    },
    ...(named && linked
      ? [
          {
            header: 'Proof',
            end: true,
            phone: 'below' as const,
            cell: ({ entry_no }: WireAccess) => <ProofLink log="access-log" entryNo={entry_no} />,
          },
        ]
      : []),
  ];
}

function Who({ access: { actor, actor_kind, actor_name, person } }: { access: WireAccess }) {
  if (actor_kind === 'system') return 'The operator of the service';
  const id = <span className={`${text.mono} ${text.muted}`}>{actor}</span>;
  if (actor_kind === 'staff') {
    if (actor_name !== null) return <Person name={person} email={actor_name} />;
    return (
      <>
        Our support{' '}
        <span className={text.muted}>
          <ShortId id={actor} />
        </span>
      </>
    );
  }
  if (actor_name === null) return id;
  return actor_kind === 'api_key' ? `Key ${actor_name}` : <Person name={person} email={actor_name} />;
}

interface CheckProps {
  access: WireAccess;
  linked: boolean;
}

/** An API of the previous release does not report the service. */
function Check({ access: { request_id, service_code = null }, linked }: CheckProps) {
  if (request_id === null) return 'Many';
  const name = findService(service_code ?? '')?.label ?? 'Check';
  return (
    <>
      {linked ? (
        <Link to="/checks/$requestId" params={{ requestId: request_id }} className={text.link ?? ''}>
          {name}
        </Link>
      ) : (
        name
      )}{' '}
      <span className={text.muted}>
        <ShortId id={request_id} />
      </span>
    </>
  );
}
