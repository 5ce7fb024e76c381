import type { Tenant } from "../../factories/tenant.ts";
import type { TestDatabase } from "../../harness/test-database.ts";
import { createRig, type Rig, receptionDefinition } from "./rig.ts";

/** The caller. */
export const ADA = { name: "Ada", company: "Example" };
export const begin = { turnKey: "begin", answeredBy: "person" } as const;
export const speech = (turnKey: string, text: string) => ({ turnKey, kind: "speech", text }) as const;

/** Creates a run of an agent that receives people, unless `options` say otherwise; Ada of Example calls. */
export const createReception = (
  test: TestDatabase,
  tenant: Tenant,
  options: Partial<Parameters<typeof createRig>[2]> = {},
): Promise<Rig> =>
  createRig(test, tenant, {
    definition: receptionDefinition(),
    initialContext: ADA,
    ...options,
  });

/** Reads the rows that the conversation of a run has left. */
export const readConversationRows = async ({ everything }: TestDatabase, { runUuid }: Rig) => {
  const run = await everything
    .selectFrom("call_runs")
    .select("id")
    .where("uuid", "=", runUuid)
    .executeTakeFirstOrThrow();
  const [conversation, turns, entries] = await Promise.all([
    everything.selectFrom("conversations").selectAll().where("run_id", "=", run.id).executeTakeFirstOrThrow(),
    everything.selectFrom("conversation_turns").selectAll().where("run_id", "=", run.id).orderBy("number").execute(),
    everything.selectFrom("conversation_entries").selectAll().where("run_id", "=", run.id).orderBy("id").execute(),
  ]);
  return { conversation, turns, entries };
};
