const PREFIX = "whsec_";
const VERSION = "v1,";
const TOLERANCE_SECONDS = 300;

/** What a webhook's receiver has of a request. `payload`: the body as it came, not parsed and made again. */
export interface ReceivedWebhook {
  payload: string | Uint8Array;
  headers: Headers | Readonly<Record<string, string | readonly string[] | undefined>>;
  /** `whsec_…`, as the webhook's answer showed it once. Several while a secret is exchanged for another. */
  secret: string | readonly string[];
  /** How far the clocks of both sides may differ. Default: five minutes. */
  toleranceSeconds?: number;
}

/** The request is not from the platform, was changed on its way, or is too old. */
export class WebhookVerificationError extends Error {
  override readonly name = "WebhookVerificationError";
}

/**
 * Returns the event of a webhook's request when the platform signed it (Standard Webhooks); throws a WebhookVerificationError
 * otherwise. `T`: what the event's body is.
 */
export const verifyWebhook = async <T = unknown>(received: ReceivedWebhook): Promise<T> => {
  const id = headerOf(received.headers, "webhook-id");
  const timestamp = headerOf(received.headers, "webhook-timestamp");
  const signatures = headerOf(received.headers, "webhook-signature");
  requireRecent(timestamp, received.toleranceSeconds ?? TOLERANCE_SECONDS);
  const body = typeof received.payload === "string" ? new TextEncoder().encode(received.payload) : received.payload;
  const signed = joinBytes(new TextEncoder().encode(`${id}.${timestamp}.`), body);
  for (const secret of [received.secret].flat()) {
    const key = await importKey(secret);
    for (const signature of signatures.split(" ").filter((each) => each.startsWith(VERSION))) {
      const given = decodeBase64(signature.slice(VERSION.length));
      // The comparison takes as long for a wrong signature as for the right one.
      if (given && (await crypto.subtle.verify("HMAC", key, given, signed))) return parse(body);
    }
  }
  throw new WebhookVerificationError("No signature of this request was made with the webhook's secret");
};

const headerOf = (headers: ReceivedWebhook["headers"], name: string): string => {
  const found =
    headers instanceof Headers
      ? headers.get(name)
      : Object.entries(headers).find(([each]) => each.toLowerCase() === name)?.[1];
  const value = typeof found === "object" ? found?.[0] : found;
  if (!value) throw new WebhookVerificationError(`The request has no ${name}`);
  return value;
};

const requireRecent = (timestamp: string, toleranceSeconds: number): void => {
  if (!/^\d+$/.test(timestamp)) throw new WebhookVerificationError("webhook-timestamp is no time");
  const differenceSeconds = Math.abs(Date.now() / 1000 - Number(timestamp));
  if (differenceSeconds > toleranceSeconds)
    throw new WebhookVerificationError("The request is too old, or from a clock that runs ahead");
};

const importKey = (secret: string) => {
  const bytes = decodeBase64(secret.startsWith(PREFIX) ? secret.slice(PREFIX.length) : secret);
  if (!bytes || bytes.length === 0) throw new WebhookVerificationError("The secret is none of a webhook: whsec_…");
  return crypto.subtle.importKey("raw", bytes, { name: "HMAC", hash: "SHA-256" }, false, ["verify"]);
};

const decodeBase64 = (text: string) => {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  } catch {
    return null;
  }
};

const joinBytes = (one: Uint8Array, other: Uint8Array) => {
  const joined = new Uint8Array(one.length + other.length);
  joined.set(one);
  joined.set(other, one.length);
  return joined;
};

const parse = <T>(body: Uint8Array): T => {
  try {
    return JSON.parse(new TextDecoder().decode(body));
  } catch (error) {
    throw new WebhookVerificationError("The request is signed, but its body is no JSON", { cause: error });
  }
};
