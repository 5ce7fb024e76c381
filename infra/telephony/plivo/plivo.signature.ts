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
  return isAmong(SIGNATURES, request.headers, signPlivoRequest(authToken, request, nonce));
};

/** The first is made with the account's own token, the second with its parent account's. */
const TEXT_SIGNATURES = ["x-plivo-signature-v2", "x-plivo-signature-ma-v2"];
const TEXT_NONCE = "x-plivo-signature-v2-nonce";

/**
 * Tells whether a request about a text is Plivo's own. Texts are signed with version 2: Base64 HMAC-SHA256 over the address without its
 * query and a nonce. What the body says is not signed, so a text of ours is bound by its address alone.
 */
export const isTextSignedByPlivo = (
  authToken: string,
  { url, headers }: Pick<PlivoSigned, "url" | "headers">,
): boolean => {
  const nonce = headers[TEXT_NONCE] ?? "";
  if (authToken === "" || nonce === "") return false;
  const [address = ""] = url.split(/[?#]/);
  const expected = createHmac("sha256", authToken).update(`${address}${nonce}`).digest("base64");
  return isAmong(TEXT_SIGNATURES, headers, expected);
};

const isAmong = (names: readonly string[], headers: PlivoSigned["headers"], signature: string): boolean => {
  const expected = Buffer.from(signature);
  const given = names.flatMap((name) => (headers[name] ?? "").split(","));
  const isMatch = (each: string) => {
    const bytes = Buffer.from(each.trim());
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
