import type { Account } from "../../infra/postgres/access/access.repository.ts";
import type { OrganizationTransaction } from "../../infra/postgres/database.ts";
import { recordAccount } from "../../infra/postgres/record/record-settings.ts";
import { createSimulatorAccount } from "../../infra/postgres/telephony/telephony.repository.ts";
import { recordTimeline } from "../../infra/postgres/timeline/timeline.repository.ts";
import type { SecretBox } from "../../infra/secrets/secret-box.ts";

/** Creates what a new organization begins with, so that its first call works and its agent talks in it. */
export const createDefaults = async (
  tx: OrganizationTransaction,
  { organizationId, userId }: Account,
  secrets: SecretBox,
): Promise<void> => {
  const { id } = await createSimulatorAccount(tx, { organizationId, secrets, conversations: true });
  await recordAccount(tx, { organizationId, id, change: "connected", actor: `user:${userId}` });
  const summary = "The organization was made, with the simulator as its carrier";
  await recordTimeline(tx, { organizationId, kind: "system", actor: `user:${userId}`, summary });
};
