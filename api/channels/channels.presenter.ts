import type { Channel } from "../../infra/postgres/channel/channel.entity.ts";

export const presentChannel = (row: Channel) => ({
  id: row.id,
  name: row.name,
  created_at: row.created_at,
});
