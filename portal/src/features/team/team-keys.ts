/** The path of the team in the API, and the cache key of what it returned. */
export const TEAM = '/team';
export const SETTINGS = '/team/settings';
export const INVITATIONS = '/team/invitations';
