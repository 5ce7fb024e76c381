import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { presentRun } from "../../../api/calls/runs.presenter.ts";
import { createConversationPorts } from "../../../application/conversation/conversation-ports.ts";
import { NO_LOCATION } from "../../../domain/document/blocks.ts";
import { createEmbeddedPassageIndex } from "../../../infra/passage-index/embedded/embedded-passage-index.ts";
import { createPriceTable } from "../../../infra/telephony/price-table.ts";
import { type EmbeddingServer, startEmbeddingServer } from "../../api/documents/embedding-server.ts";
import { addDocument } from "../../application/conversation/indexed-documents.ts";
import { waitUntil } from "../../harness/wait-until.ts";
import { type DiallingRig, type StartedCampaign, startDiallingRig } from "../dialling-rig.ts";
import { answer, concludeTalk, listRuns, standingOf, startTalkingCampaign } from "../talking-campaign.ts";

/** A unit for each token of a question, which is one for four of its characters. */
const PER_TOKEN = { currency: "USD", prompt_per_million_minor: 1_000_000, completion_per_million_minor: 0 };
const QUESTION = "When do you open on Sunday?";
const TOKENS = Math.ceil(QUESTION.length / 4);
const folder = mkdtempSync(join(tmpdir(), "ringdown-questions-"));

let rig: DiallingRig;
let provider: EmbeddingServer;

beforeAll(async () => {
  [rig, provider] = await Promise.all([startDiallingRig(), startEmbeddingServer()]);
  rig.deps.passageIndex = createEmbeddedPassageIndex({ folder });
  rig.deps.prices = createPriceTable(
    { simulator: { per_minute_minor: 1, billed_every_seconds: 60, currency: "USD", destinations: {} } },
    { "openai/meaning": PER_TOKEN },
  );
});
afterAll(async () => {
  await provider.close();
  await rig.deps.passageIndex.close();
  await rig.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Its language model has no price. */
const callWithDocument = async ({ budgetMinor }: { budgetMinor: number }) => {
  const campaign = await startTalkingCampaign(rig, { totalMinor: budgetMinor });
  const { organizationId, tenant } = campaign;
  const meaning = { part: "embeddings" as const, provider: "openai", model: "meaning", base_url: provider.baseUrl };
  await rig.test.everything
    .insertInto("model_configurations")
    .values({ ...meaning, organization_id: organizationId })
    .execute();
  const library = { test: rig.test, tenant, index: rig.deps.passageIndex };
  const blocks = [{ kind: "paragraph" as const, text: "On Sunday we open at noon.", ...NO_LOCATION }];
  const documentUuid = await addDocument(library, { filename: "hours.txt", blocks });
  const [runUuid = ""] = (await campaign.claim(1)).runUuids;
  const placed = await campaign.place(runUuid);
  const [run] = await listRuns(rig, campaign);
  return { campaign, runUuid, runId: run?.id ?? 0, held: run?.reserved_model_minor ?? 0, placed, documentUuid };
};

const ask = (
  { organizationId, agentId }: StartedCampaign,
  { runId, documentUuid }: { runId: number; documentUuid: string },
) => {
  const { documents } = createConversationPorts(rig.deps, { workflowIdOf: () => "nobody", publicBaseUrl: "" });
  return documents.read({ organizationId, runId }, { agentId, documentUuids: [documentUuid], question: QUESTION });
};

/** Waits until what was asked is stored as it came to be, or as not asked. */
const storedRequests = async (runId: number) => {
  const requests = rig.test.everything.selectFrom("model_requests").select("pending").where("run_id", "=", runId);
  await waitUntil("no request is open", async () => (await requests.execute()).every(({ pending }) => !pending));
  return (await requests.execute()).length;
};

describe("the question of a call that is compared with documents", () => {
  it("is held before it is asked, counted among the call's models, and priced", async () => {
    const call = await callWithDocument({ budgetMinor: 100_000 });
    const { campaign, runUuid, runId, held } = call;
    expect(held).toBeGreaterThan(1_000);
    await answer(campaign, runId);
    const { passages, degraded } = await ask(campaign, call);
    expect(passages).toHaveLength(1);
    // The document has vectors of another model; only the words were compared in it.
    expect(degraded).toBeNull();
    expect(provider.answered.at(-1)).toEqual([QUESTION]);
    expect(await storedRequests(runId)).toBe(1);
    await campaign.end(runUuid, "answered", { costMinor: 2, durationSeconds: 80 });
    await concludeTalk(rig, campaign, runId);
    const [run] = await listRuns(rig, campaign);
    expect(run && presentRun(run)).toMatchObject({
      cost_minor: 2 + TOKENS,
      usage: { llm: { requests: 1, prompt_tokens: TOKENS, completion_tokens: 0, cost_minor: TOKENS } },
    });
    expect(await standingOf(campaign)).toMatchObject({ spentMinor: 2 + TOKENS, heldMinor: 0 });
  });

  it("is compared by its words alone once what is held for the call's models is used up", async () => {
    const call = await callWithDocument({ budgetMinor: 100_000 });
    const { campaign, runId } = call;
    await answer(campaign, runId);
    await rig.test.everything
      .updateTable("call_runs")
      .set({ reserved_model_minor: TOKENS })
      .where("id", "=", runId)
      .execute();
    const before = provider.answered.length;
    const { passages, degraded } = await ask(campaign, call);
    expect(passages).toHaveLength(1);
    expect(degraded).toBe("text only");
    expect(provider.answered).toHaveLength(before);
    expect(await storedRequests(runId)).toBe(0);
  });

  it("is not charged where the provider refuses it", async () => {
    const call = await callWithDocument({ budgetMinor: 100_000 });
    const { campaign, runId } = call;
    await answer(campaign, runId);
    provider.status = 401;
    expect(await ask(campaign, call)).toMatchObject({ degraded: "text only" });
    provider.status = 200;
    expect(await storedRequests(runId)).toBe(0);
  });

  it("keeps a call from being dialled whose budget has no room for it", async () => {
    const { placed } = await callWithDocument({ budgetMinor: 500 });
    expect(placed).toEqual({ kind: "released" });
  });
});
