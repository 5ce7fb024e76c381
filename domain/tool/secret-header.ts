/** Words of which the names of such headers are made: `Authorization`, `Cookie`, `X-Api-Key`, `X-Auth-Token`. */
const SECRET_WORDS = /(?:^|[-_])(?:authorization|cookie|api[-_]?key|auth|token|secret|password|signature)(?:$|[-_])/i;

/** Tells whether the value of a header proves who sends it. */
export const isSecretHeader = (name: string): boolean => SECRET_WORDS.test(name);

/** Why such a header is refused beside the other settings, which everybody in the organization reads. */
export const SECRET_IN_HEADER =
  "Everybody who may read this would read its value: store it as a credential (POST /credentials/) and name that in credential_uuid";

/** In the place of a value that was stored before they were refused. */
const HIDDEN = "•••";

/** Returns headers to show: those that prove who sends them without their values. */
export const hideSecretHeaders = (headers: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, isSecretHeader(name) ? HIDDEN : value]));
