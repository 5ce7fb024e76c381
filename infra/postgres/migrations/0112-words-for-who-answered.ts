import type { Kysely } from "kysely";
import { fillInSteps } from "./steps.ts";

/** The words of carriers become the platform's own; a fax machine is a kind of automatic line, and its evidence says so. */
export const inSteps = true;

export const up = async (db: Kysely<unknown>): Promise<void> => {
  await fillInSteps(db, {
    table: "call_runs",
    set: `answered_by = case answered_by when 'human' then 'person' when 'machine' then 'voicemail' else 'ivr' end,
      answer_evidence = jsonb_strip_nulls(jsonb_build_object('source', 'carrier', 'kind', case answered_by when 'fax' then 'fax' end))`,
    where: "answered_by in ('human', 'machine', 'fax')",
  });
};
