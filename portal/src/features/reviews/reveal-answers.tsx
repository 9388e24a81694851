import { findService } from '../../../../shared/services/index.js';
import { FailureNotice } from '../../lib/ui/failure-notice.js';
import { Evidence } from './evidence.js';
import { RevealButton, useReveal } from './reveal.js';

/** The raw answers, which may be about someone else: shown only on request, which the audit log records. */
export function RevealAnswers({ requestId }: { requestId: string }) {
  const reveal = useReveal(requestId, { include_answers: true });
  if (reveal.data !== undefined) {
    return (reveal.data.answers ?? []).map(({ service_code, started_at, answer }) => (
      <Evidence
        key={`${service_code} ${started_at}`}
        answer={answer}
        unmasked={findService(service_code)?.label ?? service_code}
      />
    ));
  }
  return (
    <>
      <RevealButton
        reveal={reveal}
        title="The audit log records that you looked; they may be about somebody else"
      >
        Show the answers unmasked (audited)
      </RevealButton>
      <FailureNotice error={reveal.error} />
    </>
  );
}
