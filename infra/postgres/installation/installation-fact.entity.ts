import { defineEntity, p } from "@mikro-orm/core";
import type { Row } from "../row.ts";

/** What is known of the whole installation, by name: `figures`, `backup`. */
export type InstallationFact = Row<typeof InstallationFact>;
export const InstallationFact = defineEntity({
  name: "InstallationFact",
  tableName: "installation_facts",
  properties: {
    name: p.enum(["figures", "backup"]).primary(),
    known_at: p.datetime(),
    facts: p.json<Record<string, unknown>>(),
  },
});
