/** Why a number may be shown: it is on the carrier account, or its owner has verified it. */
export type Ownership = "account" | "verified";

interface CarrierNumbers {
  /** The carrier tells which numbers are on the account. */
  listsNumbers: boolean;
  /** The carrier shows only numbers that it knows of the account. */
  needsCallerId: boolean;
}

/** Tells whether a number counts as the account's without a proof: carriers that show any number, or list none, cannot be asked. */
export const countsAsOwned = ({ listsNumbers, needsCallerId }: CarrierNumbers): boolean =>
  !listsNumbers || !needsCallerId;

/** Decides by which proof a number may be connected to an account; null: by none, it is somebody else's. */
export const decideOwnership = ({
  isOnAccount,
  isVerified,
}: {
  isOnAccount: boolean;
  isVerified: boolean;
}): Ownership | null => {
  if (isOnAccount) return "account";
  return isVerified ? "verified" : null;
};
