import { Channel } from "../../infra/postgres/channel/channel.entity.ts";
import { listChannelAgents, listChannelMembers } from "../../infra/postgres/channel/channel-members.repository.ts";
import type { OrganizationTransaction } from "../../infra/postgres/database.ts";
import type { OperationInput } from "../http/operation.ts";
import type { OperationContext } from "../http/operation-context.ts";
import { channelNotFound } from "./channels.errors.ts";
import type { channelParams } from "./channels.schemas.ts";

export const getChannelMembers = (
  context: OperationContext,
  { params }: OperationInput<{ params: typeof channelParams }>,
) =>
  context.withEntities(async (em, tx) => {
    if (!(await em.findOne(Channel, { id: params.folder_id }))) throw channelNotFound();
    return readChannelMembers(tx, params.folder_id);
  });

export const readChannelMembers = async (tx: OrganizationTransaction, channelId: number) => {
  const [members, agents] = [await listChannelMembers(tx, channelId), await listChannelAgents(tx, channelId)];
  return {
    user_ids: members.map((member) => member.user_id),
    workflow_ids: agents.map(({ id }) => id),
    members,
    agents: agents.map(({ id, name }) => ({ workflow_id: id, name })),
  };
};
