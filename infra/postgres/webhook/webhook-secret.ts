import { createHmac, randomBytes } from "node:crypto";
import {
  composeSignedText,
  SIGNATURE_VERSION,
  type SignedWebhook,
  WEBHOOK_SECRET,
} from "../../../domain/webhook/webhook-request.ts";
import type { SecretBox } from "../../secrets/secret-box.ts";

/** Generates a signing secret in the form that its owner sees once. */
export const createWebhookSecret = (): string =>
  `${WEBHOOK_SECRET.prefix}${randomBytes(WEBHOOK_SECRET.bytes).toString("base64")}`;

export const sealWebhookSecret = (
  secret: string,
  { organizationId, secrets }: { organizationId: number; secrets: SecretBox },
): Buffer => secrets.seal(secret, buildWebhookSecretSealContext(organizationId));

/** Opens a signing secret. Throws when its key is not configured. */
export const openWebhookSecret = (
  sealed: Buffer,
  { organizationId, secrets }: { organizationId: number; secrets: SecretBox },
): string => secrets.open(sealed, buildWebhookSecretSealContext(organizationId));

/** Returns the signature of a webhook: `v1,<base64>` of HMAC-SHA256, by Standard Webhooks. */
export const signWebhook = (secret: string, signed: SignedWebhook): string => {
  const key = Buffer.from(secret.slice(WEBHOOK_SECRET.prefix.length), "base64");
  return `${SIGNATURE_VERSION}${createHmac("sha256", key).update(composeSignedText(signed)).digest("base64")}`;
};

/** Returns the context for which a signing secret is sealed. */
export const buildWebhookSecretSealContext = (organizationId: number) => `webhook:org-${organizationId}`;
