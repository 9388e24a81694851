/** What the team page keeps of the API, by address. */
export const TEAM = '/team';
export const SETTINGS = '/team/settings';
export const INVITATIONS = '/team/invitations';
