import { countsAsOwned, decideOwnership, type Ownership } from "../../domain/number/caller-id-ownership.ts";
import { isVerified } from "../../infra/postgres/number/verified-number.repository.ts";
import { openCarrierCredentials } from "../../infra/postgres/telephony/telephony.repository.ts";
import type { TelephonyAccount } from "../../infra/postgres/telephony/telephony-account.entity.ts";
import { CarrierRefusedError, CarrierUnavailableError } from "../../infra/telephony/carrier.ts";
import type { OperationContext } from "../http/operation-context.ts";
import { numberLookupFailed, numberNotOwned } from "../telephony/telephony.errors.ts";

/** The proof by which a number may be connected to an account. */
export interface OwnershipProof {
  ownership: Ownership;
  carrierNumberId: string | null;
}

/**
 * Asks the carrier whether the number is on the account; one that is not may still be a caller id when its owner has
 * verified it. Carriers that accept any caller id, or cannot list their numbers, are not asked.
 */
export const requireOwnership = async (
  context: OperationContext,
  { account, e164 }: { account: TelephonyAccount; e164: string },
): Promise<OwnershipProof> => {
  const { numbers, description } = context.carriers.get(account.provider);
  const { needsCallerId } = description;
  if (countsAsOwned({ listsNumbers: numbers !== null, needsCallerId }) || numbers === null)
    return { ownership: "account", carrierNumberId: null };
  const owned = await lookUp(description.displayName, () =>
    numbers.findOwned(openCarrierCredentials(account, context.secrets), e164),
  );
  const proof = { phoneNumber: e164, telephonyAccountId: account.id };
  const ownership = decideOwnership({
    isOnAccount: owned !== null,
    isVerified: !owned && (await context.inOrganization((tx) => isVerified(tx, proof))),
  });
  if (ownership !== null) return { ownership, carrierNumberId: owned?.carrierNumberId ?? null };
  throw numberNotOwned(description.displayName);
};

const lookUp = async <T>(carrier: string, ask: () => Promise<T>): Promise<T> => {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof CarrierUnavailableError || error instanceof CarrierRefusedError)
      throw numberLookupFailed(carrier, error);
    throw error;
  }
};
