/** What the team page keeps of the API, by address. */
export const TEAM = '/team';
export const INVITATIONS = '/team/invitations';
