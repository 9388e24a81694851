/** Loads the form. With it come the rules for phone numbers and countries: nobody needs them to choose a check. */
export const loadForm = () => import('./check-form.js');
