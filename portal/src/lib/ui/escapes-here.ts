/**
 * The props of an element that handles Escape itself. Every open dialog of Mantine closes at Escape, wherever the focus
 * is: one that may stand above another would take that along, with all that was typed there.
 */
export const ESCAPES_HERE = { 'data-mantine-stop-propagation': 'true' } as const;
