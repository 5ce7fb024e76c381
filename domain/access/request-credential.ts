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

/** When a key was archived or a session revoked, and until when it is good; null: not, and for good. */
export interface CredentialTimes {
  endedAt: Date | null;
  expiresAt: Date | null;
}

export const isExpired = ({ expiresAt }: Pick<CredentialTimes, "expiresAt">, now: Date): boolean =>
  expiresAt !== null && expiresAt <= now;

/** Tells whether a key or a session lets nobody in any more. In SQL: `auth_api_key`, `auth_session` and `IS_KEY_IN_USE`. */
export const isCredentialOver = (credential: CredentialTimes, now: Date): boolean =>
  credential.endedAt !== null || isExpired(credential, now);
