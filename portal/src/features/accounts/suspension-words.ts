/** The question asked before an account is locked or unlocked. */
export function suspensionWords(whose: string, suspended: boolean) {
  return suspended
    ? {
        title: 'Suspend this account?',
        action: 'Suspend',
        text: `${whose} is signed out everywhere and cannot sign in until the suspension is lifted.`,
      }
    : {
        title: 'Lift the suspension?',
        action: 'Reactivate',
        text: `${whose} can sign in again with the same password as before.`,
      };
}
