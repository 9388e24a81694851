/** Loads the form, with its rules for phone numbers and countries, which are not needed to choose a check. */
export const loadForm = () => import('./check-form.js');
