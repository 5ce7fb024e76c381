import { defineEntity, p } from "@mikro-orm/core";
import type { Row } from "../row.ts";

export type MediaProcess = Row<typeof MediaProcess>;
export const MediaProcess = defineEntity({
  name: "MediaProcess",
  tableName: "media_processes",
  properties: {
    uuid: p.uuid().primary(),
    places: p.integer(),
    taken: p.integer(),
    /** It has models of its own machine loaded. */
    speaks_locally: p.boolean().default(false),
    told_at: p.datetime().defaultRaw("now()"),
  },
});
