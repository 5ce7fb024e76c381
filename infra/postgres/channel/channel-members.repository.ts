import { sql } from "kysely";
import type { Membership } from "../access/membership.entity.ts";
import type { OrganizationTransaction } from "../database.ts";

export interface ChannelMember {
  user_id: number;
  email: string;
  name: string | null;
  role: Membership["role"];
  /** E.164; null: they are not called for callers. */
  phone_number: string | null;
  takes_calls: boolean;
}

/** Lists members in the order in which they joined the organization. */
export const listChannelMembers = (tx: OrganizationTransaction, channelId: number): Promise<ChannelMember[]> =>
  tx
    .selectFrom("folder_members as f")
    .innerJoin("memberships as m", (join) =>
      join.onRef("m.user_id", "=", "f.user_id").onRef("m.organization_id", "=", "f.organization_id"),
    )
    .innerJoin("users as u", "u.id", "f.user_id")
    .select(["f.user_id", "u.email", "u.name", "m.role", "f.phone_number", "f.takes_calls"])
    .where("f.folder_id", "=", channelId)
    .orderBy("m.created_at")
    .orderBy("f.user_id")
    .execute();

export const listChannelAgents = (
  tx: OrganizationTransaction,
  channelId: number,
): Promise<{ id: number; name: string }[]> =>
  tx
    .selectFrom("agents")
    .select(["id", "name"])
    .where("folder_id", "=", channelId)
    .where("is_hidden", "=", false)
    .orderBy("name")
    .orderBy("id")
    .execute();

/** Sets exactly these members; each must be a member of the organization. */
export const setChannelMembers = async (
  tx: OrganizationTransaction,
  channel: { organizationId: number; channelId: number },
  userIds: readonly number[],
): Promise<void> => {
  const { organizationId, channelId } = channel;
  await tx
    .deleteFrom("folder_members")
    .where("folder_id", "=", channelId)
    .$if(userIds.length > 0, (rows) => rows.where("user_id", "not in", userIds))
    .execute();
  if (userIds.length === 0) return;
  await tx
    .insertInto("folder_members")
    .values(userIds.map((user_id) => ({ organization_id: organizationId, folder_id: channelId, user_id })))
    .onConflict((conflict) => conflict.columns(["folder_id", "user_id"]).doNothing())
    .execute();
};

/** Sets exactly these agents; one that was in another channel leaves it. */
export const setChannelAgents = async (
  tx: OrganizationTransaction,
  channelId: number,
  agentIds: readonly number[],
): Promise<void> => {
  await tx
    .updateTable("agents")
    .set({ folder_id: null })
    .where("folder_id", "=", channelId)
    .where("is_hidden", "=", false)
    .$if(agentIds.length > 0, (rows) => rows.where("id", "not in", agentIds))
    .execute();
  if (agentIds.length === 0) return;
  await tx.updateTable("agents").set({ folder_id: channelId }).where("id", "in", agentIds).execute();
};

/** A member who is called when a caller is handed to the channel. */
export interface ChannelCallee {
  user_id: number;
  phone_number: string | null;
  takes_calls: boolean;
}

/** Sets where these members are called, and whether now; others are as they are. */
export const setChannelCallees = async (
  tx: OrganizationTransaction,
  channelId: number,
  callees: readonly ChannelCallee[],
): Promise<void> => {
  for (const { user_id, phone_number, takes_calls } of callees)
    await tx
      .updateTable("folder_members")
      .set({ phone_number, takes_calls })
      .where("folder_id", "=", channelId)
      .where("user_id", "=", user_id)
      .execute();
};

/** Lists the numbers of those of a channel who take calls and are not in one that an agent handed over, the one called longest ago first. */
export const listFreeCallees = async (
  tx: OrganizationTransaction,
  channelId: number,
  most: number,
): Promise<string[]> => {
  const rows = await tx
    .selectFrom("folder_members as f")
    .select("f.phone_number")
    .where("f.folder_id", "=", channelId)
    .where("f.takes_calls", "=", true)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("call_transfers as t")
            .select("t.id")
            .where("t.state", "!=", "over")
            .where(sql<boolean>`t.targets->>t.position = f.phone_number`),
        ),
      ),
    )
    .orderBy("f.last_called_at", (order) => order.asc().nullsFirst())
    .orderBy("f.created_at")
    .orderBy("f.user_id")
    .limit(most)
    .execute();
  return [...new Set(rows.flatMap(({ phone_number: number }) => (number === null ? [] : [number])))];
};

/** Notes that whoever has this number is called: the others of their channels are next. */
export const noteCalled = async (tx: OrganizationTransaction, phoneNumber: string): Promise<void> => {
  await tx
    .updateTable("folder_members")
    .set({ last_called_at: sql<Date>`clock_timestamp()` })
    .where("phone_number", "=", phoneNumber)
    .execute();
};
