import type { Folder } from "../../infra/postgres/channel/folder.entity.ts";

export const presentChannel = (row: Folder) => ({
  id: row.id,
  name: row.name,
  created_at: row.created_at,
});
