import type { SecretBox } from "../../secrets/secret-box.ts";
import type { OrganizationTransaction } from "../database.ts";
import { createWebhookSecret, openWebhookSecret, sealWebhookSecret } from "../webhook/webhook-secret.ts";

/**
 * Returns the secret that signs the webhooks of an agent's nodes, and creates it at the first call. Undefined: no such
 * agent.
 */
export const readAgentWebhookSecret = async (
  tx: OrganizationTransaction,
  { agentId, organizationId, secrets }: { agentId: number; organizationId: number; secrets: SecretBox },
): Promise<string | undefined> => {
  await tx
    .updateTable("agents")
    .set({ webhook_secret_sealed: sealWebhookSecret(createWebhookSecret(), { organizationId, secrets }) })
    .where("id", "=", agentId)
    .where("webhook_secret_sealed", "is", null)
    .execute();
  const row = await tx
    .selectFrom("agents")
    .select("webhook_secret_sealed")
    .where("id", "=", agentId)
    .executeTakeFirst();
  return row?.webhook_secret_sealed
    ? openWebhookSecret(row.webhook_secret_sealed, { organizationId, secrets })
    : undefined;
};
