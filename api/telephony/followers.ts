import type { z } from "zod";
import { SIMULATOR } from "../../domain/environment/sandbox.rules.ts";
import type { OrganizationTransaction } from "../../infra/postgres/database.ts";
import { invalidField } from "../http/http-error.ts";
import type { OperationContext } from "../http/operation-context.ts";
import { requireAllowedCarrier } from "./telephony.errors.ts";
import type { createTelephonyAccountBody } from "./telephony.schemas.ts";

type Failover = z.output<typeof createTelephonyAccountBody>["failover"];

/** Returns the accounts that follow one as its row keeps them. */
export const readFollowers = (failover: Failover) =>
  failover.map(({ telephony_configuration_id, countries }) => ({
    telephony_configuration_id,
    countries: countries ? [...new Set(countries)] : null,
  }));

/**
 * Refuses accounts that cannot follow this one: itself, one twice, another organization's, and the simulator behind a real carrier,
 * which would count calls as made that reach nobody.
 */
export const requireFollowers = async (
  { actor }: OperationContext,
  tx: OrganizationTransaction,
  { failover, provider, id }: { failover: Failover; provider: string; id?: number },
): Promise<void> => {
  const ids = failover.map((each) => each.telephony_configuration_id);
  const accounts = await tx
    .selectFrom("telephony_configurations")
    .select(["id", "provider"])
    .where("id", "in", [0, ...ids])
    .execute();
  for (const [index, followerId] of ids.entries()) {
    const place = ["failover", index, "telephony_configuration_id"];
    const account = accounts.find((each) => each.id === followerId);
    if (!account) throw invalidField(place, `There is no carrier account ${followerId}`);
    if (followerId === id) throw invalidField(place, "An account cannot follow itself");
    if (ids.indexOf(followerId) !== index) throw invalidField(place, `Account ${followerId} is named twice`);
    if (account.provider === SIMULATOR && provider !== SIMULATOR)
      throw invalidField(place, "The simulator calls nobody, so it cannot follow a carrier");
    requireAllowedCarrier(actor, account);
  }
};
