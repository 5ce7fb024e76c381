import { type Kysely, sql } from "kysely";

/** Upgrades of hired agents to newer versions of their templates. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql.raw(UPGRADES).execute(db);
};

const UPGRADES = `
-- what the template said when the agent followed it last; null: the agent's first version
alter table template_hires add column base jsonb;
-- an upgrade that is proposed: the request, the version, and what becomes the base when it is published
alter table template_hires add column upgrade jsonb;
`;
