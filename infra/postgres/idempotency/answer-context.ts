/** Returns the context for which a stored answer is sealed. `credential`: the sender, such as `api_key:12`. */
export const buildAnswerSealContext = (organizationId: number, credential: string, key: string): string =>
  `idempotency:org-${organizationId}:${credential}:${key}`;
