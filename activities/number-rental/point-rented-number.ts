import { findCarrierAccount } from "../../application/telephony/find-carrier-account.ts";
import { findNumber } from "../../infra/postgres/number/number-release.repository.ts";
import { maskText } from "../../infra/telemetry/mask-text.ts";
import { buildInboundTarget } from "../../infra/telephony/call-addresses.ts";
import { type CarrierSync, tellOfNumber } from "../../infra/telephony/point-number.ts";
import type { NumberRentalInput } from "../../workflows/number-rental/number-rental.contract.ts";
import type { WorkerDependencies } from "../dependencies.ts";

/**
 * Sets the target of a newly rented number's calls and texts at the carrier, with an agent or without (`isPointedAtUs`). Numbers are removed from its sentence, which enters
 * a history.
 */
export const pointRentedNumber = async (
  deps: WorkerDependencies,
  { organizationId, phoneNumberId }: NumberRentalInput & { phoneNumberId: number },
): Promise<CarrierSync | null> => {
  const found = await deps.database.inOrganization(organizationId, async (tx) => {
    const number = await findNumber(tx, phoneNumberId);
    const account = number && (await findCarrierAccount(deps, tx, number.telephony_configuration_id));
    return number && account && { number, account };
  });
  if (!found) return null;
  const { number, account } = found;
  const { provider, id: telephonyAccountId } = account.account;
  const owned = { phoneNumber: number.address_normalized, carrierNumberId: number.carrier_number_id };
  const target = buildInboundTarget(deps.publicBaseUrl, { provider, organizationId, telephonyAccountId });
  const inbound = { target, serves: true };
  const sync = await tellOfNumber(account, owned, { calls: inbound, texts: inbound });
  return sync && { ok: sync.ok, message: sync.message && maskText(sync.message) };
};
