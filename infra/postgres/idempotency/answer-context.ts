/** What a kept answer is sealed for. `credential`: who sent the request, as `api_key:12`. */
export const answerContext = (organizationId: number, credential: string, key: string): string =>
  `idempotency:org-${organizationId}:${credential}:${key}`;
