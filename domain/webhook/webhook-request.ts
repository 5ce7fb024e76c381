import { cutText, toStorableText } from "../json/storable.ts";

/** The limits of one try to send a webhook. Its answer's status decides; the body is only shown. */
export const WEBHOOK_LIMITS = { timeoutMs: 10_000, maxResponseBytes: 2048 };

/** What is kept of a body that was sent, in UTF-16 units; events are rarely longer. */
export const KEPT_BODY_LENGTH = 16_384;

/** The headers of a signed webhook, by Standard Webhooks. */
export const WEBHOOK_HEADERS = {
  id: "webhook-id",
  /** Epoch seconds. */
  timestamp: "webhook-timestamp",
  /** One signature, or several with spaces between. */
  signature: "webhook-signature",
} as const;

/** A secret is so many random bytes, as base64 behind a prefix. */
export const WEBHOOK_SECRET = { prefix: "whsec_", bytes: 32 } as const;

/** What a signature begins with: HMAC-SHA256 of the signed text as base64 follows. */
export const SIGNATURE_VERSION = "v1,";
const SIGNATURE_SHOWN = SIGNATURE_VERSION.length + 6;

/** What of a webhook is signed. `timestamp`: epoch seconds. */
export interface SignedWebhook {
  id: string;
  timestamp: number;
  body: string;
}

export const composeSignedText = ({ id, timestamp, body }: SignedWebhook): string => `${id}.${timestamp}.${body}`;

/** Returns the headers by which a receiver checks a webhook. */
export const listSignedHeaders = (
  { id, timestamp }: Pick<SignedWebhook, "id" | "timestamp">,
  signatures: readonly string[],
): Record<string, string> => ({
  [WEBHOOK_HEADERS.id]: id,
  [WEBHOOK_HEADERS.timestamp]: String(timestamp),
  ...(signatures.length > 0 && { [WEBHOOK_HEADERS.signature]: signatures.join(" ") }),
});

/** Returns the headers of a try as people may see them: of each signature the beginning, which is enough to compare it. */
export const maskSignatures = (headers: Readonly<Record<string, string>>): Record<string, string> => {
  const signatures = headers[WEBHOOK_HEADERS.signature];
  if (!signatures) return { ...headers };
  return { ...headers, [WEBHOOK_HEADERS.signature]: signatures.split(" ").map(maskSignature).join(" ") };
};

const maskSignature = (signature: string): string => `${signature.slice(0, SIGNATURE_SHOWN)}***`;

/** Returns the part of a body that is kept. */
export const keepBody = (body: string): string => cutText(toStorableText(body), KEPT_BODY_LENGTH);
