/**
 * True if a screen may promise the free trial. `trialUsed`: undefined while this device does not know.
 * Rule: false while offline, and while it is unknown whether the account has used its trial. Visitors see the offer too.
 */
export const mayOfferTrial = (online: boolean, isVisitor: boolean, trialUsed: boolean | undefined): boolean =>
  online && (isVisitor || trialUsed === false);
