import { cutText, toStorableText } from "../json/storable.ts";

/** The limits of one try to send a webhook. Its answer's status decides; the body is only shown. */
export const WEBHOOK_LIMITS = { timeoutMs: 10_000, maxResponseBytes: 2048 };

/** What is kept of a body that was sent, in UTF-16 units; events are rarely longer. */
export const KEPT_BODY_LENGTH = 16_384;

const SIGNATURE = "webhook-signature";
const SIGNATURE_SHOWN = "v1,".length + 6;

/** Returns the headers of a try as people may see them: of each signature the beginning, which is enough to compare it. */
export const maskSignatures = (headers: Readonly<Record<string, string>>): Record<string, string> => ({
  ...headers,
  ...(headers[SIGNATURE] && { [SIGNATURE]: headers[SIGNATURE].split(" ").map(maskSignature).join(" ") }),
});

const maskSignature = (signature: string): string => `${signature.slice(0, SIGNATURE_SHOWN)}***`;

/** Returns the part of a body that is kept. */
export const keepBody = (body: string): string => cutText(toStorableText(body), KEPT_BODY_LENGTH);
