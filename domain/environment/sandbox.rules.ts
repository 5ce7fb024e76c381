/** Where something was made or takes place: in production, or in the sandbox, by a sandbox key. */
export const ENVIRONMENTS = ["production", "sandbox"] as const;
export type Environment = (typeof ENVIRONMENTS)[number];

/** The carrier that belongs to the platform and calls nobody. */
export const SIMULATOR = "simulator";

/** The environments whose calls and texts are the simulator's, whichever account they name. */
export const SIMULATED_ENVIRONMENTS: readonly Environment[] = ["sandbox"];

/** Returns the carrier of a call or a text by the provider of the account that it names. */
export const chooseProvider = <Provider extends string | null | undefined>(
  environment: Environment,
  ofAccount: Provider,
): Provider | typeof SIMULATOR => (SIMULATED_ENVIRONMENTS.includes(environment) ? SIMULATOR : ofAccount);

/** Tells whether a call or a text goes to the simulator, and so to no person. */
export const reachesNobody = (environment: Environment, ofAccount: string | null | undefined): boolean =>
  chooseProvider(environment, ofAccount) === SIMULATOR;

/** The environments whose calls, sessions and texts cost something: those of production do through the simulator, too. */
export const CHARGED_ENVIRONMENTS: readonly Environment[] = ["production"];

/** Tells whether calls, sessions and texts of an environment cost something. */
export const isCharged = (environment: Environment): boolean => CHARGED_ENVIRONMENTS.includes(environment);

/**
 * What a sandbox key may do with an operation. `own`: it makes and changes what was made in the sandbox, and nothing else;
 * `read`: it reads, without values of secrets; `refused`: nothing. `public`: the operation takes no key at all.
 */
export type SandboxRule = "own" | "read" | "refused" | "public";

/** Tells whether somebody of an environment may use an operation at all. */
export const mayUseOperation = (user: Environment, rule: SandboxRule): boolean =>
  user === "production" || rule !== "refused";

/**
 * Whose do-not-call entries and consents bind calls of an environment: those of the sandbox bind its own calls alone, and those of
 * production bind them too.
 */
export const BINDING_ENVIRONMENTS: Readonly<Record<Environment, readonly Environment[]>> = {
  production: ["production"],
  sandbox: ENVIRONMENTS,
};

/** Whose calls an entry of an environment binds: the same, from the other side. */
export const BOUND_ENVIRONMENTS: Readonly<Record<Environment, readonly Environment[]>> = {
  production: ENVIRONMENTS,
  sandbox: ["sandbox"],
};

/**
 * Tells whether calls and agents may use a thing. The sandbox tries out what is there; production uses nothing that a sandbox key
 * may change.
 */
export const mayUse = (user: Environment, used: Environment): boolean => user === "sandbox" || used === "production";

/** Tells whether a credential may go out with what somebody does: each environment has its own. */
export const mayUseCredential = (user: Environment, credential: Environment): boolean => user === credential;

/** Why the sandbox sends no credential of production; it ends a sentence. */
export const CREDENTIAL_OF_PRODUCTION = "its credential is of production, and the sandbox uses credentials of its own";
