import { createHash, randomUUID } from "node:crypto";
import type { Kysely } from "kysely";
import type { Tables } from "../../infra/postgres/tables.ts";

/** A caller who books for Friday. */
export const bookingScenario = {
  name: "Books for Friday",
  caller: {
    kind: "scripted" as const,
    lines: [
      { say: "I want to book an appointment." },
      { when: "which day", say: "Friday. That is all, we are finished." },
    ],
  },
  context: { name: "Ada" },
  checks: [
    { kind: "says" as const, text: "Hello Ada" },
    { kind: "ends_at" as const, step: "Goodbye" },
  ],
};

/** Inserts a scenario, a paused rehearsal of it and its conversation, which is red. */
export const fillRehearsal = async (
  db: Kysely<Tables>,
  row: { organization_id: number; agent_id: number },
): Promise<{ scenario_id: number; rehearsal_id: number; conversation_id: number }> => {
  const { name, ...content } = bookingScenario;
  const scenario = await db
    .insertInto("scenarios")
    .values({ ...row, name, content })
    .returning("id")
    .executeTakeFirstOrThrow();
  const rehearsal = await db
    .insertInto("rehearsals")
    .values({
      ...row,
      uuid: randomUUID(),
      version_number: 1,
      definition_digest: createHash("sha256").update("a definition").digest("base64url"),
      agent: { definition: {}, configurations: {}, variables: {}, dispositions: [] },
      state: "paused",
      estimate: { requests: 1, prompt_tokens: 1, completion_tokens: 1, cost_minor: 0, currency: null },
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  const conversation = await db
    .insertInto("rehearsal_conversations")
    .values({
      organization_id: row.organization_id,
      rehearsal_id: rehearsal.id,
      place: 1,
      scenario_id: scenario.id,
      scenario: { ...content, name, must_pass: true },
      scenario_digest: "a digest",
      run_number: 1,
      state: "red",
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return { scenario_id: scenario.id, rehearsal_id: rehearsal.id, conversation_id: conversation.id };
};
