import type { OrganizationTransaction } from "../database.ts";
import type { Thread } from "./thread.entity.ts";

/** The other side of a thread. */
export type ThreadPartner =
  | { kind: "agent"; agentId: number }
  | { kind: "channel"; channelId: number }
  | { kind: "assistant" }
  /** A person who writes texts (SMS). */
  | { kind: "texts" };

export const openThread = (
  tx: OrganizationTransaction,
  { organizationId, partner }: { organizationId: number; partner: ThreadPartner },
): Promise<Thread> =>
  tx
    .insertInto("threads")
    .values({
      organization_id: organizationId,
      kind: partner.kind,
      agent_id: partner.kind === "agent" ? partner.agentId : null,
      folder_id: partner.kind === "channel" ? partner.channelId : null,
    })
    .returningAll()
    .executeTakeFirstOrThrow();

/** Locks the thread with the `thread_id` of its events, so that messages of one thread come one after another. */
export const lockThread = (tx: OrganizationTransaction, uuid: string): Promise<Thread | undefined> =>
  tx.selectFrom("threads").selectAll().where("uuid", "=", uuid).forUpdate().executeTakeFirst();

export const findThread = (tx: OrganizationTransaction, id: number): Promise<Thread | undefined> =>
  tx.selectFrom("threads").selectAll().where("id", "=", id).executeTakeFirst();

/** Finds the thread in which an agent talks in this run; undefined for every other run. */
export const findThreadOfRun = (tx: OrganizationTransaction, runId: number): Promise<Thread | undefined> =>
  tx
    .selectFrom("threads")
    .innerJoin("thread_sessions", "thread_sessions.thread_id", "threads.id")
    .selectAll("threads")
    .where("thread_sessions.run_id", "=", runId)
    .executeTakeFirst();
