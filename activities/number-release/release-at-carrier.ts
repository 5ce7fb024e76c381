import { type CarrierAccount, findCarrierAccount } from "../../application/telephony/find-carrier-account.ts";
import { findNumber, markReleased } from "../../infra/postgres/number/number-release.repository.ts";
import type { PhoneNumber } from "../../infra/postgres/number/phone-number.entity.ts";
import { maskText } from "../../infra/telemetry/mask-text.ts";
import { CarrierRefusedError } from "../../infra/telephony/carrier.ts";
import type { OwnedNumber } from "../../infra/telephony/carrier-numbers.ts";
import type { NumberReleaseInput, ReleaseOutcome } from "../../workflows/number-release/number-release.contract.ts";
import type { WorkerDependencies } from "../dependencies.ts";

/** Releases a number at its carrier; a number that is no longer on the account counts as released. */
export const releaseAtCarrier = async (
  deps: WorkerDependencies,
  { organizationId, phoneNumberId }: NumberReleaseInput,
): Promise<ReleaseOutcome> => {
  const found = await deps.database.inOrganization(organizationId, async (tx) => {
    const number = await findNumber(tx, phoneNumberId);
    const account = number && (await findCarrierAccount(deps, tx, number.telephony_configuration_id));
    return number && account && { number, account };
  });
  if (!found || found.number.released_at !== null) return { kind: "released" };
  const refusal = await giveBack(found);
  if (refusal !== null) return { kind: "refused", sentence: maskText(refusal) };
  await deps.database.inOrganization(organizationId, (tx) => markReleased(tx, phoneNumberId));
  return { kind: "released" };
};

/** Releases the number; returns the carrier's sentence when it refuses. */
const giveBack = async ({
  number,
  account,
}: {
  number: PhoneNumber;
  account: CarrierAccount;
}): Promise<string | null> => {
  const { numbers } = account.carrier;
  if (!numbers) return "this carrier has no numbers to give back";
  try {
    const owned = await ownedNumber(number, account);
    if (owned) await numbers.release(account.credentials, owned);
    return null;
  } catch (error) {
    if (error instanceof CarrierRefusedError) return error.message;
    throw error;
  }
};

const ownedNumber = async (number: PhoneNumber, account: CarrierAccount): Promise<OwnedNumber | null> => {
  const { address_normalized: phoneNumber, carrier_number_id: carrierNumberId } = number;
  if (carrierNumberId !== null) return { phoneNumber, carrierNumberId };
  return (await account.carrier.numbers?.findOwned(account.credentials, phoneNumber)) ?? null;
};
