import { beforeEach, describe, expect, it } from "@jest/globals";
import { searchCallsOperation } from "../../../api/calls/calls.operations.ts";
import { forgetSpokenWords, indexSpokenWords } from "../../../application/conversation/spoken-words.ts";
import { createAgentRows } from "../../factories/agents.ts";
import { createRunRow, endedCall } from "../../factories/calls.ts";
import { createTenant, type Tenant } from "../../factories/tenant.ts";
import { useTestApi } from "../../harness/tenant-api.ts";

const { test, api } = await useTestApi({ environment: { TEMPORAL_ADDRESS: "127.0.0.1:9" } });

let tenant: Tenant;
let agent: { organizationId: number; agentId: number; versionId: number };

beforeEach(async () => {
  tenant = await createTenant(test);
  agent = { organizationId: tenant.organizationId, ...(await createAgentRows(test, tenant)) };
});

type Values = Parameters<typeof createRunRow>[2];

/** A call in which the agent and the person have taken turns, and which is searched. */
const talk = async (said: readonly string[], values: Values = {}, of = agent) => {
  const run = await createRunRow(test, of, endedCall(values));
  const row = { organization_id: run.organization_id, run_id: run.id };
  await test.everything
    .insertInto("conversations")
    .values({ ...row, driver: "relay", state: "ended" })
    .execute();
  await test.everything
    .insertInto("conversation_entries")
    .values(
      said.map((text, index) => ({ ...row, turn: index + 1, speaker: index % 2 === 0 ? "agent" : "person", text })),
    )
    .execute();
  await indexSpokenWords(api.dependencies, run);
  return run;
};

const search = async (q: string, query: object = {}, of = tenant) =>
  (await api.client(of.viewer).call(searchCallsOperation, { query: { q, ...query } })).body;
const idsOf = ({ calls }: { calls: { workflow_run_id: number }[] }) => calls.map(({ workflow_run_id: id }) => id);

describe("words of calls", () => {
  it("are found with their place, best first, each call once", async () => {
    const refund = await talk([
      "Hello, how can I help you?",
      "My parcel was broken, I want a refund.",
      "I am sorry. Is it the parcel of Monday?",
      "Yes, the parcel of Monday, a refund please.",
    ]);
    await talk(["Hello, how can I help you?", "I want to move my appointment."]);
    const { calls, is_cut: isCut } = await search("refund for a broken parcel");
    expect(calls[0]).toMatchObject({
      workflow_run_id: refund.id,
      workflow_id: agent.agentId,
      outcome: "answered",
      call_type: "outbound",
      text: expect.stringContaining("My parcel was broken, I want a refund."),
      said_at: expect.any(String),
    });
    const entry = await test.everything
      .selectFrom("conversation_entries")
      .select("text")
      .where("id", "=", calls[0]?.entry_id ?? 0)
      .executeTakeFirstOrThrow();
    expect(entry.text).toBe("My parcel was broken, I want a refund.");
    const [highlight] = calls[0]?.highlights ?? [];
    expect(highlight?.marks.map(({ start, end }) => highlight.text.slice(start, end))).toContain("parcel");
    expect([idsOf({ calls }).filter((id) => id === refund.id).length, isCut]).toEqual([1, false]);
    expect(idsOf(await search("a helicopter"))).toEqual([]);
  });

  it("are narrowed by agent, outcome, direction and day", async () => {
    const [out, into] = [
      await talk(["Hello", "the blue umbrella"]),
      await talk(["Hello", "the blue umbrella"], { direction: "inbound", outcome: "opted_out" }),
    ];
    const other = { ...agent, ...(await createAgentRows(test, tenant)) };
    const elsewhere = await talk(["Hello", "the blue umbrella"], {}, other);
    const find = async (query: object) => idsOf(await search("umbrella", query)).sort();
    expect(await find({})).toEqual([out.id, into.id, elsewhere.id].sort());
    expect(await find({ workflow_id: other.agentId })).toEqual([elsewhere.id]);
    expect(await find({ call_direction: "inbound" })).toEqual([into.id]);
    expect(await find({ outcome: "opted_out" })).toEqual([into.id]);
    expect(await find({ start_date: "2020-01-01", end_date: "2020-01-02" })).toEqual([]);
    expect(await find({ limit: 1 })).toHaveLength(1);
    const unknown = { query: { q: "umbrella", workflow_id: 999_999_999 } };
    expect((await api.client(tenant.viewer).refused(searchCallsOperation, unknown)).status).toBe(404);
  });

  it("are nobody else's", async () => {
    await talk(["Hello", "the yellow submarine"]);
    expect(idsOf(await search("yellow submarine", {}, await createTenant(test)))).toEqual([]);
  });

  it("are found no more once their rows are gone, whatever an index still holds, nor once the index has forgotten them", async () => {
    const [deleted, discarded, forgotten, kept] = [
      await talk(["Hello", "the red balloon"]),
      await talk(["Hello", "the red balloon"]),
      await talk(["Hello", "the red balloon"]),
      await talk(["Hello", "the red balloon"]),
    ];
    await test.everything.deleteFrom("conversation_entries").where("run_id", "=", deleted.id).execute();
    await test.everything
      .updateTable("conversation_entries")
      .set({ discarded_at: new Date() })
      .where("run_id", "=", discarded.id)
      .execute();
    await forgetSpokenWords(api.dependencies, [forgotten]);
    expect(idsOf(await search("red balloon"))).toEqual([kept.id]);
  });
});
