import type { WireReport } from '../../../../shared/wire/report.js';
import { useAccount } from '../../lib/session/session.js';
import { CopyButton } from '../../lib/ui/copy-button.js';
import text from '../../lib/ui/text.module.css';

/** Whom to ask about a request, and what to tell them: its id, and nothing about its subject. */
export function SupportContact({ report: { request_id: id } }: { report: WireReport }) {
  const { support_contact: contact } = useAccount();
  return (
    <>
      <a className={text.plainLink} href={addressOf(contact, id)}>
        {contact ?? 'contact support'}
      </a>
      , quoting the request <span className={text.mono}>{id}</span>{' '}
      <CopyButton value={id} what="request id" small />
    </>
  );
}

function addressOf(contact: string | undefined, id: string): string {
  if (contact === undefined) return '/docs/support';
  return contact.includes('://') ? contact : `mailto:${contact}?subject=Request%20${id}`;
}
