import { sql } from "kysely";
import { MOST_FORMER_MESSAGES } from "../../../domain/thread/thread-limits.ts";
import type { CallRun } from "../call/call-run.entity.ts";
import type { OrganizationTransaction } from "../database.ts";
import type { Thread } from "../thread/thread.entity.ts";
import type { TextMessage } from "./text-message.entity.ts";

/** A person and the number of ours to which they write. */
export interface TextPartners {
  /** E.164. */
  phoneNumber: string;
  /** E.164. */
  ownNumber: string;
}

/** Finds the campaign of the last text that a person got from a number; null: it was of none. */
export const findCampaignWrittenBackTo = async (
  tx: OrganizationTransaction,
  { phoneNumber, ownNumber }: TextPartners,
): Promise<number | null> => {
  const last = await tx
    .selectFrom("text_messages")
    .select("campaign_id")
    .where("phone_number", "=", phoneNumber)
    .where("own_number", "=", ownNumber)
    .where("direction", "=", "outbound")
    .where("reason", "<>", "opt_out_answer")
    .where("state", "<>", "failed")
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
  return last?.campaign_id ?? null;
};

/**
 * Finds the agent that answers a text to a number: that of the campaign to whose text the person writes back, else the number's own,
 * else the account's. Null: nobody answers.
 */
export const findAgentForTexts = async (
  tx: OrganizationTransaction,
  { accountId, ownNumber, campaignId }: { accountId: number; ownNumber: string; campaignId: number | null },
): Promise<number | null> => {
  const { rows } = await sql<{ agent_id: number | null }>`
    select coalesce(
      (select c.text_agent_id from campaigns c where c.id = ${campaignId}::bigint and c.deleted_at is null),
      n.text_agent_id, a.text_agent_id) as agent_id
    from telephony_configurations a left join phone_numbers n
      on n.telephony_configuration_id = a.id and n.address_normalized = ${ownNumber} and n.released_at is null
    where a.id = ${accountId}`.execute(tx);
  return rows[0]?.agent_id ?? null;
};

/** Finds the thread of the texts between a person and a number, and locks it; undefined: they have none. */
export const lockThreadOfTexts = (
  tx: OrganizationTransaction,
  { phoneNumber, ownNumber }: TextPartners,
): Promise<Thread | undefined> =>
  tx
    .selectFrom("threads")
    .selectAll()
    .where("uuid", "=", (threads) =>
      threads
        .selectFrom("text_messages")
        .select("thread_id")
        .where("phone_number", "=", phoneNumber)
        .where("own_number", "=", ownNumber)
        .where("thread_id", "is not", null)
        .orderBy("created_at", "desc")
        .orderBy("id", "desc")
        .limit(1)
        .$castTo<{ thread_id: string }>(),
    )
    .forUpdate()
    .executeTakeFirst();

/** Locks the threads of the texts of a person, by whatever number of ours. */
export const lockThreadsOfPerson = (tx: OrganizationTransaction, phoneNumber: string): Promise<Thread[]> =>
  tx
    .selectFrom("threads")
    .selectAll()
    .where("uuid", "in", (threads) =>
      threads
        .selectFrom("text_messages")
        .select("thread_id")
        .where("phone_number", "=", phoneNumber)
        .where("thread_id", "is not", null)
        .$castTo<{ thread_id: string }>(),
    )
    .orderBy("id")
    .forUpdate()
    .execute();

/** What was left out of a text by what its agent wants left out. */
type HiddenText = Pick<TextMessage, "body" | "body_hidden" | "original_sealed">;

export const putIntoThread = async (
  tx: OrganizationTransaction,
  { id, thread, ...hidden }: { id: number; thread: Pick<Thread, "uuid"> } & HiddenText,
): Promise<TextMessage> =>
  tx
    .updateTable("text_messages")
    .set({ thread_id: thread.uuid, ...hidden })
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirstOrThrow();

/** Finds the last text of the person in a thread. */
export const findLastOfThread = (
  tx: OrganizationTransaction,
  { uuid }: Pick<Thread, "uuid">,
): Promise<TextMessage | undefined> =>
  tx
    .selectFrom("text_messages")
    .selectAll()
    .where("thread_id", "=", uuid)
    .where("direction", "=", "inbound")
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();

/** Counts what agents have answered to a person since an instant, by any number. */
export const countReplies = async (
  tx: OrganizationTransaction,
  { phoneNumber, since }: { phoneNumber: string; since: Date },
): Promise<number> => {
  const { count } = await tx
    .selectFrom("text_messages")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where("phone_number", "=", phoneNumber)
    .where("reason", "=", "reply")
    .where("created_at", ">=", since)
    .executeTakeFirstOrThrow();
  return Number(count);
};

/** Returns when the person last wrote to a number; null: never. */
export const findLastWritten = async (
  tx: OrganizationTransaction,
  { phoneNumber, ownNumber }: TextPartners,
): Promise<Date | null> => {
  const last = await tx
    .selectFrom("text_messages")
    .select("created_at")
    .where("phone_number", "=", phoneNumber)
    .where("own_number", "=", ownNumber)
    .where("direction", "=", "inbound")
    .orderBy("created_at", "desc")
    .limit(1)
    .executeTakeFirst();
  return last?.created_at ?? null;
};

/**
 * Gives a new session the texts between the person and the number before this one, so that the agent knows to what they answer. A
 * session with words is not changed.
 */
export const seedFormerTexts = async (
  tx: OrganizationTransaction,
  { run, before }: { run: Pick<CallRun, "id" | "organization_id">; before: TextMessage },
): Promise<void> => {
  await sql`
    insert into conversation_entries (organization_id, run_id, turn, speaker, text, node_id)
    select ${run.organization_id}::bigint, ${run.id}::bigint, 0,
      case when t.direction = 'inbound' then 'person' else 'agent' end, t.body, null
    from (
      select * from text_messages
      where organization_id = ${run.organization_id} and phone_number = ${before.phone_number}
        and own_number = ${before.own_number} and body <> '' and keyword is null and reason <> 'opt_out_answer'
        and state <> 'failed' and created_at <= ${before.created_at} and id < ${before.id}
      order by created_at desc, id desc limit ${MOST_FORMER_MESSAGES}
    ) t
    where not exists (select from conversation_entries c where c.run_id = ${run.id})
    order by t.created_at, t.id`.execute(tx);
};
