/** Where something was made or takes place: in the sandbox, by a sandbox key, or in production. */
export type Environment = "production" | "sandbox";

/**
 * Tells whether calls and agents may use a thing. The sandbox tries out what is there; production uses nothing that a sandbox key
 * may change.
 */
export const mayUse = (user: Environment, used: Environment): boolean => user === "sandbox" || used === "production";

/** Tells whether a credential may go out with what somebody does: each environment has its own. */
export const mayUseCredential = (user: Environment, credential: Environment): boolean => user === credential;

/** Why the sandbox sends no credential of production; it ends a sentence. */
export const CREDENTIAL_OF_PRODUCTION = "its credential is of production, and the sandbox uses credentials of its own";
