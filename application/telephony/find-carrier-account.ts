import type { CarrierCredentials } from "../../domain/call/carrier-credentials.ts";
import type { OrganizationTransaction } from "../../infra/postgres/database.ts";
import { openCarrierCredentials } from "../../infra/postgres/telephony/telephony.repository.ts";
import type { TelephonyAccount } from "../../infra/postgres/telephony/telephony-account.entity.ts";
import type { SecretBox } from "../../infra/secrets/secret-box.ts";
import type { Carrier } from "../../infra/telephony/carrier.ts";
import type { CarrierRegistry } from "../../infra/telephony/carrier-registry.ts";

/** An account with its carrier and its opened credentials. */
export interface CarrierAccount {
  account: TelephonyAccount;
  carrier: Carrier;
  credentials: CarrierCredentials;
}

/** Finds the account and its carrier; undefined: there is no such account in the organization. */
export const findCarrierAccount = async (
  { carriers, secrets }: { carriers: CarrierRegistry; secrets: SecretBox },
  tx: OrganizationTransaction,
  telephonyAccountId: number,
): Promise<CarrierAccount | undefined> => {
  const account = await tx
    .selectFrom("telephony_configurations")
    .selectAll()
    .where("id", "=", telephonyAccountId)
    .executeTakeFirst();
  return (
    account && {
      account,
      carrier: carriers.get(account.provider),
      credentials: openCarrierCredentials(account, secrets),
    }
  );
};
