import { useQuery } from '@tanstack/react-query';
import { Badge } from '../../lib/ui/badge.js';
import { Figures } from '../../lib/ui/figures.js';
import { QueryView } from '../../lib/ui/query-view.js';
import { loadReadiness } from './load-readiness.js';

const GOOD = new Set(['ok']);

/** Whether the API can do its work. */
export function ReadinessPanel() {
  const readiness = useQuery({
    queryKey: ['/readyz'],
    queryFn: ({ signal }) => loadReadiness(signal),
    refetchInterval: 15_000,
  });
  return (
    <QueryView query={readiness} rows={1}>
      {({ checks }) => (
        <Figures
          items={[
            ['Database', <State key="database" word={checks.database} />],
            ['Migrations', <State key="migrations" word={checks.migrations} />],
            ['Queue (Redis)', <State key="redis" word={checks.redis} />],
          ]}
        />
      )}
    </QueryView>
  );
}

function State({ word }: { word: string }) {
  const good = GOOD.has(word);
  return <Badge tone={good ? 'good' : 'bad'}>{good ? 'Ready' : word.replaceAll('_', ' ')}</Badge>;
}
