import { list, number, record, text } from '../facts/fact.js';
import { check } from './service.js';

export const amlScreening = check({
  code: 'aml_screening',
  label: 'AML/PEP/Sanctions',
  category: 'AML/PEP',
  description:
    'Screens a name against lists of sanctions, politically exposed persons and warnings. Use it before a business relationship begins and while it lasts: a hit is a reason to look closer, not yet a finding about your customer.',
  input: {
    types: ['name'],
    hint: 'Full name of the person or company to screen',
    example: 'Test Subject One',
  },
  parameters: ['entity', 'country', 'dataset'],
  source: 'sanctions, politically exposed persons and watch lists',
  provider: 'upstream',
  facts: record('Screening', {
    hits: list(
      'Hits',
      record('Hit', {
        name: text('Name on the list', 'T. Subject'),
        score: number('Score', 0.87, 'How closely the names agree, on the scale of the source.'),
        lists: list('Lists', text('List', 'Sample sanctions list')),
        topics: list('Topics', text('Topic', 'sanction')),
      }),
    ),
  }),
  finding: { outcome: 'negative', label: '1 possible hit on the screened lists' },
});
