import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { createTenant, type Tenant } from "../../factories/tenant.ts";
import { createTestDatabase, type TestDatabase } from "../../harness/test-database.ts";
import { createRig, receptionDefinition } from "./rig.ts";

let test: TestDatabase;
let tenant: Tenant;

beforeAll(async () => {
  test = await createTestDatabase();
  tenant = await createTenant(test, "ours");
});
afterAll(() => test.drop());

const context = { name: "Ada", company: "Example" };
const rigOf = (options: Partial<Parameters<typeof createRig>[2]> = {}) =>
  createRig(test, tenant, { definition: receptionDefinition(), initialContext: context, ...options });

describe("a conversation", () => {
  it("greets, follows the definition and says goodbye", async () => {
    const rig = await rigOf();
    const { conversation, told, words } = await rig.open();
    await conversation.begin({ turnKey: "begin", answeredBy: "human" });
    expect(words()).toEqual(["Hello Ada, this is Mira."]);
    expect(told.at(-1)).toEqual({ kind: "listen", silenceSeconds: 10, interruptible: true });
    await conversation.hear({ turnKey: "1", kind: "speech", text: "I want to book an appointment." });
    expect(words().slice(1)).toEqual(["One second, Ada.", "Which day suits you?"]);
    await conversation.hear({ turnKey: "2", kind: "speech", text: "Monday, then we are finished." });
    expect(words().slice(3)).toEqual(["Thank you for calling.", "Goodbye."]);
    expect(told.at(-1)).toEqual({ kind: "end", reason: "agent_hangup" });
    const after = await conversation.hear({ turnKey: "3", kind: "speech", text: "Hello?" });
    expect(after).toEqual({ kind: "over", reason: "agent_hangup" });
  });
});
