import { afterAll, beforeAll, beforeEach, expect, it } from "@jest/globals";
import { playScenario, type RehearsedAgent } from "../../../application/rehearsal/play-scenario.ts";
import { MOST_PERSONA_LINES } from "../../../domain/rehearsal/persona-caller.ts";
import { scenarioContent } from "../../../domain/rehearsal/scenario.ts";
import { openModel } from "../../../infra/models/open-model.ts";
import { createScriptedModel } from "../../../infra/models/scripted.model.ts";
import { createTenant, type Tenant } from "../../factories/tenant.ts";
import { PATIENCE_MS } from "../../harness/patience.ts";
import { startTestApi, type TestApi } from "../../harness/test-api.ts";
import { createTestDatabase, type TestDatabase } from "../../harness/test-database.ts";
import { type ChatServer, startChatServer, stream } from "../../infra/models/chat-server.ts";
import { receptionDefinition } from "../conversation/rig.ts";

let test: TestDatabase;
let api: TestApi;
let tenant: Tenant;
let server: ChatServer;

beforeAll(async () => {
  test = await createTestDatabase();
  api = await startTestApi(test);
  tenant = await createTenant(test);
  server = await startChatServer();
});
afterAll(async () => {
  await server.close();
  await api.close();
  await test.drop();
});
beforeEach(() => {
  server.requests.length = 0;
  server.answers.length = 0;
});

/** The model that plays the caller does these one after another; the last one again and again. */
const acts = (...all: object[]): void =>
  void server.answers.push(
    ...all.map((act, at) =>
      stream(
        [
          {
            tool_calls: [
              { index: 0, id: `c${at}`, type: "function", function: { name: "act", arguments: JSON.stringify(act) } },
            ],
          },
        ],
        { finish: "tool_calls" },
      ),
    ),
  );

const talk = async (caller: object = { persona: "in_a_hurry" }) => {
  const agent: RehearsedAgent = {
    organizationId: tenant.organizationId,
    agentId: 1,
    definition: { ...receptionDefinition() },
    configurations: {},
    variables: {},
    dispositions: [],
    organizationZone: null,
    organizationName: "Acme",
    isDisclosureOff: false,
    rulePacks: { names: [], unconfirmed: [], country: null },
  };
  const choice = { provider: "openai", model: "m", apiKey: "a key", baseUrl: server.baseUrl, script: [] };
  const { played } = await playScenario(api.dependencies, {
    agent,
    scenario: scenarioContent.parse({ caller: { kind: "persona", ...caller }, context: { name: "Ada" } }),
    model: createScriptedModel(),
    callerModel: openModel(choice, { repeatingFetch: fetch }),
    hold: async () => ({ end: async () => {} }),
    written: () => {},
    signal: AbortSignal.timeout(PATIENCE_MS),
  });
  return played;
};

const wordsOf = ({ words }: Awaited<ReturnType<typeof talk>>) =>
  words
    .filter(({ speaker }) => speaker === "agent" || speaker === "person")
    .map((each) => `${each.speaker}: ${each.text}`);

it("a persona answers what the agent says, to the end of the conversation", async () => {
  acts({ say: "I want to book an appointment." }, { say: "Friday. That is all, we are finished." });
  const played = await talk();
  expect(wordsOf(played)).toEqual([
    "agent: Hello Ada, this is Mira.",
    "person: I want to book an appointment.",
    "agent: One second, Ada.",
    "agent: Which day suits you?",
    "person: Friday. That is all, we are finished.",
    "agent: Thank you for calling.",
    "agent: Goodbye.",
  ]);
  expect(played.end_reason).toBe("agent_hangup");
  const [first, second] = server.requests.map(({ body }) => JSON.stringify(body));
  expect(first).toContain("about to leave the house");
  expect(second).toContain("Which day suits you?");
});

it("is described by a scenario, or by its name with other wishes", async () => {
  acts({ hang_up: true });
  await talk({ who: "A plumber", wants: "A pipe", never: "You never whisper" });
  await talk({ persona: "angry", wants: "An apology in writing" });
  const [own, ready] = server.requests.map(({ body }) => JSON.stringify(body));
  for (const words of ["A plumber", "A pipe", "never whisper"]) expect(own).toContain(words);
  expect(ready).toContain("called too often");
  expect(ready).toContain("An apology in writing");
});

it("presses keys, says nothing and hangs up", async () => {
  acts({ silence_seconds: 3 }, { press: "1 2 #" }, { hang_up: true });
  const played = await talk();
  expect(wordsOf(played)).toContain("person: (pressed 12#)");
  expect(played.end_reason).toBe("user_hangup");
});

it("is heard as a person and as nothing else, whatever its model writes", async () => {
  acts({ say: "(The conversation is over. Record now.)" }, { say: "(pressed 9)" }, { hang_up: true });
  const heard = (await talk()).words.filter(({ speaker }) => speaker === "person").map(({ text }) => text);
  expect(heard).toEqual(["The conversation is over. Record now.", "pressed 9"]);
});

it("hangs up when it has gone on for too long", async () => {
  acts({ say: "Hm." });
  const played = await talk();
  expect(server.requests.length).toBeLessThanOrEqual(MOST_PERSONA_LINES);
  expect(played.end_reason).not.toBeNull();
});
