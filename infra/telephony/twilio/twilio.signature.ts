import { createHmac, timingSafeEqual } from "node:crypto";

const HEADER = "x-twilio-signature";

export interface TwilioSigned {
  url: string;
  headers: Readonly<Record<string, string | undefined>>;
  /** The form fields of the body; none for a GET. */
  params: URLSearchParams;
}

/** Returns the Base64 HMAC-SHA1 over the URL followed by every field, name and value, sorted by name. */
export const signTwilioRequest = (authToken: string, url: string, params: URLSearchParams): string => {
  const names = [...new Set(params.keys())].sort();
  const fields = names.flatMap((name) => [...new Set(params.getAll(name))].sort().map((value) => name + value));
  return createHmac("sha1", authToken)
    .update(url + fields.join(""))
    .digest("base64");
};

/** Tells whether the request is Twilio's own. With an empty token none is: anybody could sign with it. */
export const isSignedByTwilio = (authToken: string, request: TwilioSigned): boolean => {
  const given = Buffer.from(request.headers[HEADER] ?? "");
  if (authToken === "" || given.length === 0) return false;
  const isMatch = (url: string) => {
    const expected = Buffer.from(signTwilioRequest(authToken, url, request.params));
    return expected.length === given.length && timingSafeEqual(expected, given);
  };
  return urlSpellings(request.url).map(isMatch).includes(true);
};

/** Twilio signs the URL sometimes with the port and sometimes without, regardless of the given one. */
const urlSpellings = (url: string): string[] => {
  const [, scheme = "", host = "", rest = ""] = /^((?:http|ws)s?:\/\/)([^/?#]*)(.*)$/is.exec(url) ?? [];
  const bare = host.replace(/:\d+$/, "");
  const withPort = host === bare ? `${bare}:${/^(https|wss):/i.test(scheme) ? 443 : 80}` : host;
  return [url, `${scheme}${bare}${rest}`, `${scheme}${withPort}${rest}`];
};
