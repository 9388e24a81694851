import type { Health } from '../../../../shared/wire/services.js';
import text from './text.module.css';

/** What one wants to know first of a list of sources: whether anything is wrong. */
export function HealthSummary({ of }: { of: readonly { health: Health }[] }) {
  const well = of.filter(({ health }) => health === 'operational').length;
  return (
    <span className={text.muted}>
      {well === of.length ? `All ${well} operational` : `${well} of ${of.length} operational`}
    </span>
  );
}
