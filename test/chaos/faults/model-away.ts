import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { listAgentsOperation } from "../../../api/agents/agents.operations.ts";
import { createContactListOperation } from "../../../api/contacts/contacts.operations.ts";
import {
  createTextSessionOperation,
  sendMessageOperation,
} from "../../../api/conversations/text/text-sessions.operations.ts";
import { getDocumentOperation, searchDocumentsOperation } from "../../../api/documents/documents.operations.ts";
import { setModelsOperation, tryModelOperation } from "../../../api/models/models.operations.ts";
import { EMBEDDING_DIMENSIONS } from "../../../domain/model/embedder.ts";
import { type HttpReceiver, respond, startHttpReceiver } from "../../harness/http-receiver.ts";
import { gateBefore, type ShuttingGate } from "../../harness/shutting-gate.ts";
import { waitUntil } from "../../harness/wait-until.ts";
import { stream } from "../../infra/models/chat-server.ts";
import { type FaultedOrganization, openFaultedOrganization } from "./faulted-organization.ts";
import type { SharedPlatform } from "./shared-platform.ts";

/** Every text has the same vector: what is found is found by its words too. */
const answerAsModels: HttpReceiver["answer"] = ({ url, body }, response) => {
  if (!url.endsWith("/embeddings")) return void stream([{ content: "We open at seven." }])(response);
  const texts: string[] = JSON.parse(body).input;
  const embedding = Array.from({ length: EMBEDDING_DIMENSIONS }, () => 0.01);
  respond(response, 200, { data: texts.map((_, index) => ({ index, embedding })) });
};

export const describeAwayModel = (platform: () => SharedPlatform): void => {
  describe("while the model is away", () => {
    let models: HttpReceiver;
    let gate: ShuttingGate;
    let organization: FaultedOrganization;

    beforeAll(async () => {
      models = await startHttpReceiver();
      models.answer = answerAsModels;
      gate = await gateBefore(models.url);
      organization = await openFaultedOrganization(platform().running);
      const base_url = `http://${gate.address}/v1`;
      await organization.client.call(setModelsOperation, {
        body: {
          llm: { provider: "openai", model: "talks", base_url },
          embeddings: { provider: "openai", model: "compares", base_url },
        },
      });
    });
    afterAll(async () => {
      await gate?.close();
      await models?.close();
    });

    it("campaigns go on, conversations end with a sentence, search is by words, and documents wait", async () => {
      const { client } = organization;
      const before = await organization.uploadDocument("before.txt", "The warehouse opens at seven.");
      await organization.untilDocumentIsReady(before);
      const [agent] = (await client.call(listAgentsOperation)).body;
      const session = await client.call(createTextSessionOperation, {
        params: { workflow_id: agent?.id ?? 0 },
        body: {},
      });
      const campaignId = await organization.startCampaign(30);
      gate.shut();

      await client.call(createContactListOperation, { body: { name: "Made meanwhile" } });
      expect(new Set(await organization.untilCampaignIsOver(campaignId))).toEqual(new Set([1]));
      const call = await organization.makeRecordedCall();
      expect(await waitUntil("the recording is kept", () => organization.recordingOf(call))).toBeGreaterThan(44);

      // A conversation asks once to say it again, and ends with a sentence the second time.
      const params = { workflow_id: session.body.workflow_id, run_id: session.body.workflow_run_id };
      const say = async () =>
        (await client.call(sendMessageOperation, { params, body: { text: "When do you open?" } })).body.session_data;
      expect(await say()).toMatchObject({ status: "idle", end_reason: null });
      const ended = await say();
      expect(ended).toMatchObject({ status: "ended", end_reason: "model_failed" });
      expect(ended.turns.map(({ assistant_message }) => assistant_message?.text ?? "").join(" ")).toMatch(
        /again|sorry/i,
      );
      const tried = await client.refused(tryModelOperation, { body: { text: "When do you open?" } });
      expect([tried.status, tried.detail]).toEqual([502, expect.stringMatching(/\w/)]);

      const found = (await client.call(searchDocumentsOperation, { body: { query: "When does the warehouse open?" } }))
        .body;
      expect(found).toMatchObject({
        total_results: 1,
        degraded: "text only",
        degraded_reason: expect.stringMatching(/\w/),
      });

      const document_uuid = await organization.uploadDocument("late.txt", "The office opens at nine.");
      const readDocument = async () => (await client.call(getDocumentOperation, { params: { document_uuid } })).body;
      await waitUntil("the document is being read", async () => (await readDocument()).state === "indexing");
      expect((await readDocument()).processing_error).toBeNull();

      gate.open();
      await organization.untilDocumentIsReady(document_uuid);
      const next = await client.call(createTextSessionOperation, { params: { workflow_id: agent?.id ?? 0 }, body: {} });
      const again = { workflow_id: next.body.workflow_id, run_id: next.body.workflow_run_id };
      const answered = await client.call(sendMessageOperation, { params: again, body: { text: "When do you open?" } });
      expect(answered.body.session_data.turns.at(-1)?.assistant_message?.text).toContain("We open at seven");
    });
  });
};
