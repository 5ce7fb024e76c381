import type { Membership } from "../access/membership.entity.ts";
import type { OrganizationTransaction } from "../database.ts";

export interface ChannelMember {
  user_id: number;
  email: string;
  name: string | null;
  role: Membership["role"];
}

/** Lists members in the order in which they joined the organization. */
export const listChannelMembers = (tx: OrganizationTransaction, channelId: number): Promise<ChannelMember[]> =>
  tx
    .selectFrom("folder_members as f")
    .innerJoin("memberships as m", (join) =>
      join.onRef("m.user_id", "=", "f.user_id").onRef("m.organization_id", "=", "f.organization_id"),
    )
    .innerJoin("users as u", "u.id", "f.user_id")
    .select(["f.user_id", "u.email", "u.name", "m.role"])
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
