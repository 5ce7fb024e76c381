import { createHmac, randomBytes } from "node:crypto";
import plivo from "plivo";

/**
 * Signs a POST as Plivo does, after its description in words; Plivo's own library must agree, or this throws. With
 * several tokens the header holds a signature of each, as for an account whose token is being changed.
 */
export const signAsPlivo = (
  authTokens: readonly string[],
  { url, body }: { url: string; body: string },
): Record<string, string> => {
  const nonce = randomBytes(10).toString("hex");
  const fields = Object.fromEntries(new URLSearchParams(body));
  const { origin, pathname, searchParams } = new URL(url);
  const query = [...searchParams].sort().map(([name, value]) => `${name}=${value}`);
  const posted = Object.keys(fields)
    .sort()
    .map((name) => `${name}${fields[name]}`);
  const address = origin + pathname + (query.length > 0 || posted.length > 0 ? `?${query.join("&")}` : "");
  const separator = query.length > 0 && posted.length > 0 ? "." : "";
  const text = `${address}${separator}${posted.join("")}.${nonce}`;
  const signatures = authTokens.map((token) => createHmac("sha256", token).update(text).digest("base64"));
  for (const [index, signature] of signatures.entries()) {
    if (!plivo.validateV3Signature("POST", url, nonce, authTokens[index] ?? "", signature, fields))
      throw new Error(`Plivo's library does not know this signature: ${text}`);
  }
  return {
    "content-type": "application/x-www-form-urlencoded",
    "x-plivo-signature-v3": signatures.join(","),
    "x-plivo-signature-v3-nonce": nonce,
  };
};

/** Signs a request about a text as Plivo does: version 2, over the address without its query. Plivo's own library must agree. */
export const signTextAsPlivo = (authToken: string, url: string): Record<string, string> => {
  const nonce = String(BigInt(`0x${randomBytes(8).toString("hex")}`)).padStart(20, "0");
  const { origin, pathname } = new URL(url);
  const signature = createHmac("sha256", authToken).update(`${origin}${pathname}${nonce}`).digest("base64");
  if (!plivo.validateSignature(url, nonce, signature, authToken))
    throw new Error(`Plivo's library does not know this signature: ${url}`);
  return {
    "content-type": "application/x-www-form-urlencoded",
    "x-plivo-signature-v2": signature,
    "x-plivo-signature-ma-v2": signature,
    "x-plivo-signature-v2-nonce": nonce,
  };
};
