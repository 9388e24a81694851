/** The states of a check, to choose from; the first is no choice. */
export const STATUS_CHOICES = [
  { value: '', label: 'Any state' },
  { value: 'completed', label: 'Completed' },
  { value: 'pending', label: 'In progress' },
  { value: 'manual_review', label: 'In review' },
];
