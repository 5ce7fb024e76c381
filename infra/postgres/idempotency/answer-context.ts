/** Returns the context for which a stored answer is sealed. `credential`: the sender, such as `api_key:12`. */
export const buildAnswerSealContext = (organizationId: number, credential: string, key: string): string =>
  `idempotency:org-${organizationId}:${credential}:${key}`;

/** Returns the context for which a request is marked: the same body under another key has another mark. */
export const buildRequestMarkContext = (organizationId: number, credential: string, key: string): string =>
  `idempotent-request:org-${organizationId}:${credential}:${key}`;
