import { FailureNotice } from '../../lib/ui/failure-notice.js';
import { takeLostFocus } from '../../lib/ui/take-lost-focus.js';
import text from '../../lib/ui/text.module.css';
import { RevealButton, useReveal } from './reveal.js';
import classes from './reviews.module.css';

/** The subject, masked until the reviewer asks for it, which the audit log records. */
export function RevealSubject({ requestId, masked }: { requestId: string; masked: string }) {
  const reveal = useReveal(requestId);
  return (
    <span className={classes.subject}>
      {reveal.data === undefined ? (
        <>
          <span className={text.mono}>{masked}</span>
          <RevealButton reveal={reveal} title="The audit log records that you looked">
            Show it in full (audited)
          </RevealButton>
        </>
      ) : (
        <span ref={takeLostFocus} tabIndex={-1} className={text.mono}>
          {reveal.data.subject}
        </span>
      )}
      <FailureNotice error={reveal.error} />
    </span>
  );
}
