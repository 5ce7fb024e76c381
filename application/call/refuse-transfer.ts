import { listAppliedRules } from "../../domain/rule-pack/applied-rules.ts";
import { refuseTransferByRules } from "../../domain/rule-pack/judge-rules.ts";
import {
  type DestinationPermission,
  readDestinationPermission,
  type WantedDestination,
} from "../../infra/postgres/contact/transfer-permission.ts";
import type { OrganizationTransaction } from "../../infra/postgres/database.ts";
import { readChosenRules } from "../rule-pack/chosen-rules.ts";

/** Returns why the destination of a transfer must not be called, by the lists or by a rule pack; null: it may. */
export const refuseTransfer = async (
  tx: OrganizationTransaction,
  wanted: WantedDestination,
): Promise<string | null> => {
  const permission = await readDestinationPermission(tx, wanted);
  if (permission === null) return null;
  return permission.refusal ?? (await refuseByPacks(tx, wanted, permission));
};

/** Calls of the sandbox reach nobody. */
const refuseByPacks = async (
  tx: OrganizationTransaction,
  { organizationId, destination: phoneNumber }: WantedDestination,
  { numberClass, environment }: DestinationPermission,
): Promise<string | null> => {
  if (environment === "sandbox") return null;
  const row = await tx
    .selectFrom("organizations")
    .select(["rule_packs", "unconfirmed_rules", "own_rules"])
    .where("id", "=", organizationId)
    .executeTakeFirstOrThrow();
  const chosen = readChosenRules(row);
  if (chosen === null) return null;
  const rules = listAppliedRules(chosen, { phoneNumber, country: numberClass?.country ?? null, region: null });
  return refuseTransferByRules(rules, numberClass)?.sentence ?? null;
};
