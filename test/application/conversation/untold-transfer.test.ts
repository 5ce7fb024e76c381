import { afterAll, beforeAll, expect, it } from "@jest/globals";
import type { Tools } from "../../../domain/conversation/conversation.ports.ts";
import { createTenant, type Tenant } from "../../factories/tenant.ts";
import { transferTool } from "../../factories/transfer-tool.ts";
import { createTestDatabase, type TestDatabase } from "../../harness/test-database.ts";
import { begin, createReception, speech } from "./reception.ts";
import { calls, recordedModel, says } from "./recorded-model.ts";
import { receptionDefinition, tool } from "./rig.ts";

let test: TestDatabase;
let tenant: Tenant;
beforeAll(async () => {
  test = await createTestDatabase();
  tenant = await createTenant(test, "ours");
});
afterAll(() => test.drop());

const UNTOLD = { transferUuid: "3f0c1d0e-7f0b-4a6e-9c53-0f5a3f6b7c11", to: "+14155550199", ringTimeoutSeconds: 20 };

it("puts a caller on hold for whom somebody was called by a process that was killed before it could", async () => {
  const connect = tool("Connect", { ...transferTool, config: { ...transferTool.config, mode: "warm" } });
  const tools: Tools = { list: async () => [connect], run: async () => {} };
  const definition = receptionDefinition({ start: { tool_uuids: [connect.uuid] } });
  const model = recordedModel(calls("connect", { briefing: "An invoice." }), says("Nobody is there."));
  const rig = await createReception(test, tenant, { definition, tools, model });
  let isRequested = false;
  rig.ports.transfers = {
    ...rig.ports.transfers,
    request: () => {
      isRequested = true;
      return Promise.reject(new Error("killed"));
    },
    findUntold: async () => (isRequested ? UNTOLD : null),
  };
  const killed = await rig.open();
  await killed.conversation.begin(begin);
  await expect(killed.conversation.hear(speech("1", "A human, please."))).rejects.toThrow("killed");
  const { conversation, told, words } = await rig.open();
  await conversation.hear(speech("2", "Hello?"));
  expect(told).toEqual([{ kind: "transfer", ...UNTOLD }]);
  await conversation.transferEnded({ turnKey: "after", outcome: "no_answer" });
  expect(words().at(-1)).toBe("Nobody is there.");
});
