import { takeLostFocus } from '../../lib/ui/take-lost-focus.js';
import classes from './reviews.module.css';

interface EvidenceProps {
  answer: unknown;
  /** The name of the check whose answer was asked for unmasked; it is open at once, and has the focus. */
  unmasked?: string;
}

/** The provider's answer, rendered as plain text. */
export function Evidence({ answer, unmasked }: EvidenceProps) {
  const shown = typeof answer === 'string' ? answer : JSON.stringify(answer, null, 2);
  const asked = unmasked !== undefined;
  return (
    <details className={classes.evidence} open={asked}>
      <summary>{asked ? `${unmasked}: the answer unmasked` : 'What the provider answered'}</summary>
      <section
        className={classes.answer}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reachable by keyboard.
        tabIndex={0}
        aria-label={asked ? 'Answer of the provider, unmasked' : 'Answer of the provider'}
        {...(asked && { ref: takeLostFocus })}
      >
        <pre>{shown}</pre>
      </section>
    </details>
  );
}
