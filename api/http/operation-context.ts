import type { PackDemos } from "../../domain/template/pack.ts";
import type { Adapters } from "../../infra/adapters.ts";
import type { Config } from "../../infra/config/config.ts";
import type { Database, EntityWork, OrganizationTransaction } from "../../infra/postgres/database.ts";
import type { RawAnswer } from "./raw-answer.ts";
import type { Topic } from "./shared-readings.ts";

export type Role = "viewer" | "operator" | "admin" | "owner";
export type Environment = "production" | "sandbox";

/** Who asks. An API key acts with its maker's role, capped at admin. */
export interface Actor {
  organizationId: number;
  userId: number;
  role: Role;
  environment: Environment;
  credential: { kind: "session"; id: number } | { kind: "api_key"; id: number };
}

/** What the API process is made of; built once in `start.ts`, handed to every operation. */
export interface ApiDependencies extends Adapters {
  config: Config;
  /** The same database over connections of their own: `database` holds those of the other requests. */
  callbackDatabase: Database;
  streamDatabase: Database;
  /** Where packs of the marketplace can be tried. */
  packDemos: PackDemos;
}

/** What one request's operation works with. */
export interface OperationContext extends ApiDependencies {
  requestId: string;
  /** The caller's address, behind as many proxies as TRUST_PROXY says. */
  address: string;
  /** Throws 401 on a public operation that has no actor. */
  actor: Actor;
  /**
   * An answer of server-sent events about `topic`, which its listeners in the organization share. Ends with the topic,
   * the credential, and after 15 minutes. Rejects as the first read does, and with 429 for too many open streams.
   */
  openStream(topic: Topic): Promise<RawAnswer>;
  /** Throws 429 when the caller's address has made so many accounts in the last hour that it may make no more. */
  countSignUp(): Promise<void>;
  /** Adds a cookie to the answer. */
  setCookie(cookie: string): void;
  /** Adds a header to the answer, also to an error that follows. */
  setHeader(name: string, value: string): void;
  /** A transaction inside the actor's organization. */
  inOrganization<T>(work: (tx: OrganizationTransaction) => Promise<T>): Promise<T>;
  /** The same, with entities: what was changed of them is written before the transaction ends. */
  withEntities<T>(work: EntityWork<T>): Promise<T>;
  /** Fresh, or the same for every request with this Idempotency-Key: what it names is made once, also after a crash. */
  requestUuid(): string;
  /**
   * For what has no deterministic id: keeps the answer for the request's Idempotency-Key, if it has one, in the
   * transaction that makes it. A repeat after a crash gets this answer; it makes nothing twice.
   */
  keepAnswer(tx: OrganizationTransaction, result: unknown): Promise<void>;
}

/** `user:7` or `api_key:12`: the actor on timeline events and campaign logs. */
export const actorName = (actor: Actor): string =>
  actor.credential.kind === "api_key" ? `api_key:${actor.credential.id}` : `user:${actor.userId}`;
