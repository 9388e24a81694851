import classes from './reviews.module.css';

/** The provider's answer, rendered as plain text. */
export function Evidence({ answer }: { answer: unknown }) {
  const shown = typeof answer === 'string' ? answer : JSON.stringify(answer, null, 2);
  return (
    <details className={classes.evidence}>
      <summary>What the provider answered</summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reachable by keyboard. */}
      <section className={classes.answer} tabIndex={0} aria-label="Answer of the provider">
        <pre>{shown}</pre>
      </section>
    </details>
  );
}
