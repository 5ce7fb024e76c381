import { Channel } from "../../infra/postgres/channel/channel.entity.ts";
import type { OperationContext } from "../http/operation-context.ts";
import { presentChannel } from "./channels.presenter.ts";

export const listChannels = async (context: OperationContext) => {
  const rows = await context.withEntities((em) => em.find(Channel, {}, { orderBy: { name: "asc", id: "asc" } }));
  return rows.map(presentChannel);
};
