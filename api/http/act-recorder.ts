import type { Request } from "express";
import {
  type ActKind,
  type AuditedOperation,
  decideAct,
  isChange,
  LONGEST_USER_AGENT,
} from "../../domain/audit/kept-acts.ts";
import { insertAct, insertActOfChange, type NewAct } from "../../infra/postgres/audit/acts.repository.ts";
import type { Database, OrganizationTransaction } from "../../infra/postgres/database.ts";
import { sendAtCommit } from "../../infra/postgres/send-together.ts";
import { readNetworkAddress } from "./network-address.ts";
import { type Actor, formatActor } from "./operation-context.ts";
import type { RecentLooks } from "./recent-looks.ts";

/** Notes the act of one request. */
export interface ActRecorder {
  /** Runs a transaction; one that changes something notes the act with its commit, and one that is rolled back has noted nothing. */
  within<T>(run: (leaveToCommit: (tx: OrganizationTransaction) => void) => Promise<T>): Promise<T>;
  /** Notes the act of a request that succeeded, unless a transaction has; of a look, unless it was noted lately. */
  finish(): Promise<void>;
}

type AskingRequest = Pick<Request, "ip" | "params" | "get">;

interface AuditedRequest {
  operation: AuditedOperation;
  actor: Actor | null;
  request: AskingRequest;
  uuid: string;
}

const NOTHING: ActRecorder = { within: (run) => run(() => {}), finish: async () => {} };

/** Of requests without credentials only the operation itself knows whose act it is. */
export const createActRecorder = (
  { database, looks }: { database: Database; looks: RecentLooks },
  { operation, actor, request, uuid }: AuditedRequest,
): ActRecorder => {
  const kind = actor && decideAct(operation);
  if (!actor || !kind) return NOTHING;
  const act = describeAct({ operation, actor, request, uuid, kind });
  const note = () => database.inOrganization(actor.organizationId, (tx) => insertAct(tx, act));
  if (!isChange(operation)) return { ...NOTHING, finish: () => noteLook(looks, act, note) };
  let isNoted = false;
  return {
    within: async (run) => {
      let isWritten = false;
      const result = await run((tx) => {
        if (isNoted) return;
        sendAtCommit(tx, async (tx) => {
          isWritten = await insertActOfChange(tx, act);
        });
      });
      isNoted ||= isWritten;
      return result;
    },
    finish: async () => {
      if (!isNoted) await note();
    },
  };
};

const noteLook = async (looks: RecentLooks, act: NewAct, note: () => Promise<void>): Promise<void> => {
  if (act.kind !== "looked_at_person") return note();
  const look = JSON.stringify([act.organizationId, act.actor, act.operation, act.subject]);
  if (!looks.begin(look)) return;
  try {
    await note();
  } catch (error) {
    looks.forget(look);
    throw error;
  }
};

const describeAct = ({
  operation,
  actor,
  request,
  uuid,
  kind,
}: AuditedRequest & { actor: Actor; kind: ActKind }): NewAct => ({
  organizationId: actor.organizationId,
  uuid,
  kind,
  actor: formatActor(actor),
  userId: actor.userId,
  operation: operation.id,
  subject: readSubject(request),
  address: readNetworkAddress(request),
  userAgent: readUserAgent(request),
});

export const readUserAgent = (request: Pick<Request, "get">): string | null =>
  request.get("user-agent")?.slice(0, LONGEST_USER_AGENT) ?? null;

/** A path names rows by their ids; a query may hold numbers and names of people, and is left out. */
const readSubject = (request: AskingRequest): Record<string, string> =>
  Object.fromEntries(Object.entries(request.params).map(([name, value]) => [name, String(value)]));
