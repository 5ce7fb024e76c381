/** What of a request tells who sends it; undefined: it is not there. */
export interface CredentialHeaders {
  /** `X-API-Key`. */
  apiKey: string | undefined;
  authorization: string | undefined;
  /** Reads the session in a browser's cookie; it may refuse the request. */
  readCookie(): string | undefined;
}

export interface RequestCredential {
  kind: "api_key" | "session";
  value: string;
}

/** Returns the credential that counts: the key in `X-API-Key`, else the token of `Authorization: Bearer`, else the cookie; null: none. */
export const chooseCredential = ({
  apiKey,
  authorization,
  readCookie,
}: CredentialHeaders): RequestCredential | null => {
  if (apiKey !== undefined) return { kind: "api_key", value: apiKey };
  const token = authorization === undefined ? readCookie() : /^Bearer (\S+)$/i.exec(authorization)?.[1];
  return token ? { kind: "session", value: token } : null;
};
