import { type ExpressionBuilder, type InsertObject, sql } from "kysely";
import { CHARGED_ENVIRONMENTS } from "../../../domain/environment/sandbox.rules.ts";
import { moveState, type ReportedState } from "../../../domain/message/message-states.rules.ts";
import type { Database, OrganizationTransaction } from "../database.ts";
import { literals } from "../literals.ts";
import type { Tables } from "../tables.ts";
import type { TextMessage } from "./text-message.entity.ts";

/** The words that redaction left out are sealed to this. */
export const buildTextSealContext = ({
  organization_id,
  uuid,
}: Pick<TextMessage, "organization_id" | "uuid">): string => `text:org-${organization_id}:${uuid}`;

/** Inserts a text; undefined: another one has its key, or is the same text of its carrier. */
export const insertText = (
  tx: OrganizationTransaction,
  row: InsertObject<Tables, "text_messages">,
): Promise<TextMessage | undefined> =>
  tx
    .insertInto("text_messages")
    .values(row)
    .onConflict((clash) => clash.doNothing())
    .returningAll()
    .executeTakeFirst();

export const findTextByKey = (tx: OrganizationTransaction, key: string): Promise<TextMessage | undefined> =>
  tx.selectFrom("text_messages").selectAll().where("key", "=", key).executeTakeFirst();

export const findText = (tx: OrganizationTransaction, uuid: string): Promise<TextMessage | undefined> =>
  tx.selectFrom("text_messages").selectAll().where("uuid", "=", uuid).executeTakeFirst();

/** Finds a text and locks its row until the transaction ends. */
export const lockText = (tx: OrganizationTransaction, id: number): Promise<TextMessage | undefined> =>
  tx.selectFrom("text_messages").selectAll().where("id", "=", id).forUpdate().executeTakeFirst();

export type TextChange = Partial<
  Pick<
    TextMessage,
    | "state"
    | "key"
    | "carrier_message_id"
    | "error_code"
    | "error"
    | "cost_minor"
    | "currency"
    | "reserved_minor"
    | "reserved_currency"
    | "settled_at"
    | "looked_up_at"
  >
>;

/** Changes a text; the caller has locked it. */
export const changeText = (tx: OrganizationTransaction, id: number, change: TextChange): Promise<TextMessage> =>
  tx.updateTable("text_messages").set(change).where("id", "=", id).returningAll().executeTakeFirstOrThrow();

export const deleteText = async (tx: OrganizationTransaction, id: number): Promise<void> => {
  await tx.deleteFrom("text_messages").where("id", "=", id).execute();
};

/** What a carrier tells of a text that it has. */
export interface ToldText {
  state: ReportedState;
  carrierMessageId: string;
  costMinor: number | null;
  currency: string | null;
  errorCode: string | null;
  error: string | null;
}

/**
 * Moves a text on as its carrier has told; undefined: it is known. The caller has locked it. What budgets hold for it becomes its cost
 * where the carrier has none to tell; a text that failed costs nothing unless the carrier says so.
 */
export const moveText = async (
  tx: OrganizationTransaction,
  text: TextMessage,
  told: ToldText,
): Promise<TextMessage | undefined> => {
  const state = moveState(text.state, told.state);
  const cost = costAfter(text, { ...told, state: state ?? text.state });
  if (state === null && cost === null) return undefined;
  const isOver = state === "delivered" || state === "failed";
  return changeText(tx, text.id, {
    ...(state !== null && { state }),
    ...(text.carrier_message_id === null && { carrier_message_id: told.carrierMessageId }),
    ...(isOver && { settled_at: new Date() }),
    ...(state === "failed" && { error_code: told.errorCode ?? "not_delivered", error: told.error }),
    ...cost,
  });
};

const costAfter = (
  text: TextMessage,
  { costMinor, currency, state }: Pick<ToldText, "costMinor" | "currency"> & { state: TextMessage["state"] },
): TextChange | null => {
  const released = { reserved_minor: null, reserved_currency: null };
  if (costMinor !== null && currency !== null && text.cost_minor !== costMinor)
    return { cost_minor: costMinor, currency, ...released };
  if (text.reserved_minor === null || text.cost_minor !== null) return null;
  if (state === "failed") return released;
  return state === "sent" || state === "delivered"
    ? { cost_minor: text.reserved_minor, currency: text.reserved_currency, ...released }
    : null;
};

export interface TextFilter {
  phoneNumber?: string | undefined;
  ownNumber?: string | undefined;
  /** From this instant on. */
  since?: Date | undefined;
  /** Before this instant. */
  until?: Date | undefined;
  campaignId?: number | undefined;
  state?: TextMessage["state"] | undefined;
  direction?: TextMessage["direction"] | undefined;
  /** The id of the last one of the page before. */
  before?: number | undefined;
  limit: number;
}

/** A text with the name of its campaign. */
export interface ListedText extends TextMessage {
  campaign_name: string | null;
}

/** Lists texts, newest first. */
export const listTexts = (tx: OrganizationTransaction, filter: TextFilter): Promise<ListedText[]> => {
  const { phoneNumber, ownNumber, campaignId, state, direction, since, until, before, limit } = filter;
  return tx
    .selectFrom("text_messages")
    .selectAll()
    .select((texts) => nameOfCampaign(texts).as("campaign_name"))
    .$if(ownNumber !== undefined, (rows) => rows.where("own_number", "=", ownNumber ?? ""))
    .$if(since !== undefined, (rows) => rows.where("created_at", ">=", since ?? new Date(0)))
    .$if(until !== undefined, (rows) => rows.where("created_at", "<", until ?? new Date(0)))
    .$if(phoneNumber !== undefined, (rows) => rows.where("phone_number", "=", phoneNumber ?? ""))
    .$if(campaignId !== undefined, (rows) => rows.where("campaign_id", "=", campaignId ?? 0))
    .$if(state !== undefined, (rows) => rows.where("state", "=", state ?? "queued"))
    .$if(direction !== undefined, (rows) => rows.where("direction", "=", direction ?? "outbound"))
    .$if(before !== undefined, (rows) =>
      rows.where(
        // Where the last one is gone by now, the page goes on behind its place.
        sql<boolean>`(created_at, id) <
          (coalesce((select t.created_at from text_messages t where t.id = ${before ?? 0}), now()), ${before ?? 0}::bigint)`,
      ),
    )
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .limit(limit)
    .execute();
};

type Texts = ExpressionBuilder<Tables, "text_messages">;

const nameOfCampaign = (texts: Texts) =>
  texts.selectFrom("campaigns").select("name").whereRef("campaigns.id", "=", "text_messages.campaign_id");

/** Finds the name of a text's campaign; null: it has none. */
export const findCampaignName = async (
  tx: OrganizationTransaction,
  { campaign_id: id }: Pick<TextMessage, "campaign_id">,
): Promise<string | null> => {
  if (id === null) return null;
  const campaign = await tx.selectFrom("campaigns").select("name").where("id", "=", id).executeTakeFirst();
  return campaign?.name ?? null;
};

/** Sums what texts have cost since an instant, or those of a campaign, and what is held for those whose cost is not known. */
export const readTextCost = async (
  tx: OrganizationTransaction,
  counted: { since: Date } | { campaignId: number },
  currency: string,
): Promise<{ spentMinor: number; heldMinor: number }> => {
  const which =
    "since" in counted
      ? sql`carrier_requested_at >= ${counted.since}`
      : sql`campaign_id = ${counted.campaignId} and carrier_requested_at is not null`;
  const { rows } = await sql<{ spent: number; held: number }>`
    select coalesce(sum(cost_minor) filter (where currency = ${currency}), 0)::bigint as spent,
      coalesce(sum(reserved_minor) filter (where reserved_currency = ${currency}), 0)::bigint as held
    from text_messages where ${which} and environment in (${literals(CHARGED_ENVIRONMENTS)})`.execute(tx);
  const [sums] = rows;
  return { spentMinor: sums?.spent ?? 0, heldMinor: sums?.held ?? 0 };
};

/** Lists texts of all organizations of which nobody knows what came of them. */
export const listUnclearTexts = async (
  { withoutOrganization }: Database,
  limit: number,
): Promise<{ organization_id: number; id: number }[]> => {
  const { rows } = await sql<{ organization_id: number; id: number }>`
    select * from platform_unclear_texts(${limit})`.execute(withoutOrganization);
  return rows;
};

/** Deletes the words of texts; that they were written stays. */
export const removeTexts = async (tx: OrganizationTransaction, ids: readonly number[]): Promise<void> => {
  await tx
    .updateTable("text_messages")
    .set({ body: "", error: null, original_sealed: null })
    .where("id", "in", ids)
    .execute();
};
