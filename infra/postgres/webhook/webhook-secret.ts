import { createHmac, randomBytes } from "node:crypto";
import type { SecretBox } from "../../secrets/secret-box.ts";

const PREFIX = "whsec_";
const SIGNING_KEY_BYTES = 32;

/** Generates a signing secret in the form that its owner sees once. */
export const createWebhookSecret = (): string => `${PREFIX}${randomBytes(SIGNING_KEY_BYTES).toString("base64")}`;

export const sealWebhookSecret = (
  secret: string,
  { organizationId, secrets }: { organizationId: number; secrets: SecretBox },
): Buffer => secrets.seal(secret, buildWebhookSecretSealContext(organizationId));

/** Opens a signing secret. Throws when its key is not configured. */
export const openWebhookSecret = (
  sealed: Buffer,
  { organizationId, secrets }: { organizationId: number; secrets: SecretBox },
): string => secrets.open(sealed, buildWebhookSecretSealContext(organizationId));

/**
 * Returns `v1,<base64>` of HMAC-SHA256 over `<id>.<timestamp>.<body>`, by Standard Webhooks. `timestamp`: epoch
 * seconds.
 */
export const signWebhook = (
  secret: string,
  { id, timestamp, body }: { id: string; timestamp: number; body: string },
) => {
  const key = Buffer.from(secret.slice(PREFIX.length), "base64");
  return `v1,${createHmac("sha256", key).update(`${id}.${timestamp}.${body}`).digest("base64")}`;
};

/** Returns the context for which a signing secret is sealed. */
export const buildWebhookSecretSealContext = (organizationId: number) => `webhook:org-${organizationId}`;
