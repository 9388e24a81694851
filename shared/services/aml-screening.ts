import { list, number, record, text, word } from '../facts/fact.js';
import { check } from './service.js';

/** Codes commonly used by lists of sanctions and politically exposed persons, from the OpenSanctions vocabulary. */
const TOPICS = {
  sanction: 'Sanctioned',
  'sanction.linked': 'Linked to a sanctioned party',
  'sanction.counter': 'Counter-sanctioned',
  'role.pep': 'Politically exposed person',
  'role.rca': 'Relative or close associate',
  'role.judge': 'Judge',
  'role.spy': 'Spy',
  'role.oligarch': 'Oligarch',
  poi: 'Person of interest',
  wanted: 'Wanted',
  crime: 'Crime',
  'crime.boss': 'Criminal leadership',
  'crime.cyber': 'Cybercrime',
  'crime.fin': 'Financial crime',
  'crime.fraud': 'Fraud',
  'crime.terror': 'Terrorism',
  'crime.theft': 'Theft',
  'crime.traffick': 'Trafficking',
  'crime.war': 'War crimes',
  'asset.frozen': 'Frozen asset',
  debarment: 'Debarred',
  'corp.disqual': 'Disqualified director',
  'reg.action': 'Regulatory action',
  'reg.warn': 'Regulatory warning',
} as const;

export const amlScreening = check({
  code: 'aml_screening',
  label: 'AML/PEP/Sanctions',
  category: 'AML/PEP',
  description:
    'Screens a name against lists of sanctions, politically exposed persons and warnings. Use it before and during a business relationship: a hit is a reason to look closer, not yet a finding about your customer.',
  input: {
    types: ['name'],
    hint: 'Full name of the person or company to screen',
    example: 'Test Subject One',
  },
  parameters: ['entity', 'country', 'dataset'],
  screening: true,
  source: 'sanctions, politically exposed persons and watch lists',
  provider: 'upstream',
  facts: record('Screening', {
    hits: list(
      'Hits',
      record('Hit', {
        name: text('Name on the list', 'T. Subject'),
        score: number('Score', 0.87, 'How closely the names match, on the scale of the source.'),
        lists: list('Lists', text('List', 'Sample sanctions list')),
        topics: list('Topics', word('Topic', 'sanction', 'As coded by the source.', TOPICS)),
      }),
    ),
  }),
  finding: { outcome: 'negative', label: '1 possible hit on the screened lists' },
});
