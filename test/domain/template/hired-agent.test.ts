import { expect, it } from "@jest/globals";
import { DEFAULT_SETTINGS } from "../../../domain/agent/agent-settings.ts";
import { buildHiredAgent } from "../../../domain/template/hired-agent.ts";
import { listOwnTemplates } from "../../../domain/template/own-pack.ts";

it("an agent hired from an own pack names no model, whatever its author's did", () => {
  const models = { llm: { provider: "openai", model: "gpt-5-mini", base_url: null, api_key_uuid: null } };
  const configurations = { ...DEFAULT_SETTINGS, max_call_duration: 77, models: Object(models) };
  const [template] = listOwnTemplates({
    packId: 1,
    slug: "ours",
    number: 1,
    state: "published",
    name: "Ours",
    summary: "",
    job: "",
    content: {
      industries: [],
      channels: ["outbound_call"],
      steps: [],
      compliance_notes: [],
      demo: Object({}),
      agents: [
        {
          agent_id: 1,
          name: "Robin",
          definition: { nodes: [], edges: [] },
          configurations,
          variables: {},
          disposition_codes: [],
          scenarios: [],
        },
      ],
    },
  });
  const text = template?.texts[0];
  if (!text) throw new Error("no text");
  const hired = buildHiredAgent(
    text,
    { agentName: "Mira", variables: {}, greeting: null, voice: null },
    { toolUuids: {}, triggerPath: "a" },
  );
  expect(hired.configurations.models).toBeNull();
  expect(hired.configurations.max_call_duration).toBe(77);
});
