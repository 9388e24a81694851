import { useQuery } from '@tanstack/react-query';
import { humanise } from '../../lib/format.js';
import { Badge } from '../../lib/ui/badge.js';
import { Figures } from '../../lib/ui/figures.js';
import { QueryView } from '../../lib/ui/query-view.js';
import { loadReadiness, type Readiness } from './load-readiness.js';

/** What /readyz reports of a healthy part; a history is `adopted` rather than `ok`. */
const GOOD = new Set(['ok', 'adopted']);

const NAMES: readonly (readonly [check: keyof Readiness['checks'], name: string])[] = [
  ['process', 'Process'],
  ['database', 'Database'],
  ['migrations', 'Migrations'],
  ['history', 'Database history'],
  ['durability', 'Durability'],
  ['redis', 'Queue (Redis)'],
];

/** All except what only a stopping process reports; their places are kept while the answer is loading. */
const ALWAYS = NAMES.filter(([check]) => check !== 'process');
const ASKING = <Badge tone="plain">Asking</Badge>;

/** Whether the API is ready to work. */
export function ReadinessPanel() {
  const readiness = useQuery({
    queryKey: ['/readyz'],
    queryFn: ({ signal }) => loadReadiness(signal),
    refetchInterval: 15_000,
  });
  if (readiness.isPending) return <Figures items={ALWAYS.map(([, name]) => [name, ASKING] as const)} />;
  return (
    <QueryView query={readiness} rows={1}>
      {({ checks }) => (
        <Figures
          items={NAMES.flatMap(([check, name]) => {
            const word = checks[check];
            return word === undefined ? [] : [[name, <State key={check} word={word} />] as const];
          })}
        />
      )}
    </QueryView>
  );
}

function State({ word }: { word: string }) {
  if (word === 'stopping') return <Badge tone="warn">Stopping</Badge>;
  const good = GOOD.has(word);
  return <Badge tone={good ? 'good' : 'bad'}>{good ? 'Ready' : humanise(word)}</Badge>;
}
