import type { KeyLimits } from "../../domain/access/api-key-limits.ts";
import type { MemberRole } from "../../domain/access/member-role.rules.ts";
import type { ExpectedEnds } from "../../domain/call/expected-ends.ts";
import type { SupervisionWatch } from "../../domain/call/supervised-call.ts";
import type { Environment } from "../../domain/environment/sandbox.rules.ts";
import type { PackDemos } from "../../domain/template/pack.ts";
import type { Adapters } from "../../infra/adapters.ts";
import type { Config } from "../../infra/config/config.ts";
import type { TxtLookup } from "../../infra/dns/txt-records.ts";
import type { Examination } from "../../infra/doctor/examination.ts";
import type { Database, EntityWork, OrganizationTransaction } from "../../infra/postgres/database.ts";
import type { PublicAddress } from "../../infra/public-address/public-address-watch.ts";
import type { Topic } from "./load/shared-readings.ts";
import type { RawAnswer } from "./raw-answer.ts";

export type { Environment };
export type Role = MemberRole;

/** The caller. An API key acts with its maker's role, capped at admin. */
export interface Actor {
  organizationId: number;
  userId: number;
  role: Role;
  environment: Environment;
  credential:
    | { kind: "session"; id: number; method: "password" | "provider" }
    /** `ofClient`: it is the token of a program that somebody let in, and not a key. */
    | { kind: "api_key"; id: number; ofClient?: true };
  /**
   * Of a session: from then on it is open for nothing but setting up a second factor, which the organization asks for and the person
   * has not; null: there is nothing to set up.
   */
  secondFactorFrom?: Date | null;
  /** How the key is narrower than the role. */
  limits?: KeyLimits;
}

/** The parts of the API process, built once in `start.ts` and passed to every operation. */
export interface ApiDependencies extends Adapters {
  config: Config;
  /** The database over separate connections, because `database` serves the other requests. */
  callbackDatabase: Database;
  streamDatabase: Database;
  publicAddress: PublicAddress;
  /** What the doctor finds from where this process runs. */
  examination: Examination;
  expectedEnds: ExpectedEnds;
  /** Which calls are supervised, as this process knows it. */
  supervision: SupervisionWatch;
  /** Asks DNS what a domain says of itself. */
  txtRecords: TxtLookup;
  /** The demos of the marketplace's packs. */
  packDemos: PackDemos;
}

/** The context in which one request's operation runs. */
export interface OperationContext extends ApiDependencies {
  requestId: string;
  /** The caller's network address, as `toCallerNetwork` returns it, behind the number of proxies in TRUST_PROXY. */
  address: string;
  /** How the caller's browser or program names itself, at most 200 characters. */
  userAgent: string | null;
  /** Throws 401 on a public operation without an actor. */
  actor: Actor;
  /**
   * Opens an answer of server-sent events about `topic`, which its listeners in the organization share. Ends with the
   * topic, the credential, and after 15 minutes. Rejects as the first read does, and with 429 for too many open
   * streams.
   */
  openStream(topic: Topic): Promise<RawAnswer>;
  /** Throws 429 when the caller's address has created too many accounts in the last hour. */
  countSignUp(): Promise<void>;
  /** Adds a cookie to the answer. */
  setCookie(cookie: string): void;
  /** Adds a header to the answer, also to a later error. */
  setHeader(name: string, value: string): void;
  /** Runs a transaction inside the actor's organization. */
  inOrganization<T>(work: (tx: OrganizationTransaction) => Promise<T>): Promise<T>;
  /** Runs such a transaction with entities. */
  withEntities<T>(work: EntityWork<T>): Promise<T>;
  /**
   * Returns a new uuid, or the same for every request with this Idempotency-Key: what it identifies is created once,
   * also after a crash.
   */
  requestUuid(): string;
  /**
   * For results without a deterministic id: stores the answer for the request's Idempotency-Key, if it has one, with the
   * transaction's commit. A repetition after a crash gets this answer and creates nothing twice.
   */
  keepAnswer(tx: OrganizationTransaction, result: unknown): void;
}

/** Returns the actor's name on timeline events and campaign logs: `user:7` or `api_key:12`. */
export const formatActor = (actor: Actor): string =>
  actor.credential.kind === "api_key" ? `api_key:${actor.credential.id}` : `user:${actor.userId}`;
