import { createHmac, timingSafeEqual } from "node:crypto";

/** The first is made with the account's own token, the second with its parent account's. */
const SIGNATURES = ["x-plivo-signature-v3", "x-plivo-signature-ma-v3"];
const NONCE = "x-plivo-signature-v3-nonce";

export interface PlivoSigned {
  method: string;
  url: string;
  headers: Readonly<Record<string, string | undefined>>;
  /** The form fields of the body; none for a GET. */
  form: URLSearchParams;
}

/** Signs with version 3 of Plivo's signatures: Base64 HMAC-SHA256 over address, fields and nonce. */
export const signPlivoRequest = (authToken: string, { url, form }: Omit<PlivoSigned, "headers">, nonce: string) =>
  createHmac("sha256", authToken)
    .update(`${signedText(url, form)}.${nonce}`)
    .digest("base64");

/**
 * Tells whether the request is Plivo's own. A header may hold several signatures, one for each token of the account. An
 * empty token never verifies: anybody could sign with it.
 */
export const isSignedByPlivo = (authToken: string, request: PlivoSigned): boolean => {
  const nonce = request.headers[NONCE] ?? "";
  if (authToken === "" || nonce === "") return false;
  const expected = Buffer.from(signPlivoRequest(authToken, request, nonce));
  const given = SIGNATURES.flatMap((name) => (request.headers[name] ?? "").split(","));
  const isMatch = (signature: string) => {
    const bytes = Buffer.from(signature.trim());
    return bytes.length === expected.length && timingSafeEqual(bytes, expected);
  };
  return given.map(isMatch).includes(true);
};

/** Returns the address with its query sorted, then, after a dot when there is a query, the fields sorted. */
const signedText = (url: string, form: URLSearchParams): string => {
  const [, bare = "", query = ""] = /^([^?#]*)(?:\?([^#]*))?/.exec(url) ?? [];
  const asked = sorted(new URLSearchParams(query))
    .map(([name, value]) => `${name}=${value}`)
    .join("&");
  const fields = sorted(form)
    .map(([name, value]) => name + value)
    .join("");
  const hasFields = form.size > 0;
  const queryPart = asked !== "" || hasFields ? `?${asked}` : "";
  return `${bare}${queryPart}${asked !== "" && hasFields ? "." : ""}${fields}`;
};

const sorted = (params: URLSearchParams): [name: string, value: string][] =>
  [...params].sort(([name, value], [otherName, otherValue]) =>
    name === otherName ? compare(value, otherValue) : compare(name, otherName),
  );

const compare = (left: string, right: string): number => (left < right ? -1 : left > right ? 1 : 0);
