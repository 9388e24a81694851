/** What a user is; also the one scope that the user's token carries (contract 3). */
export const ROLES = ['client', 'support', 'admin'] as const;
export type Role = (typeof ROLES)[number];
