import { randomUUID } from "node:crypto";
import { checkPlayed } from "../../../application/rehearsal/check-played.ts";
import { playScenario, type RehearsedAgent } from "../../../application/rehearsal/play-scenario.ts";
import type { ChatModel } from "../../../domain/model/chat-model.ts";
import type { CheckResult } from "../../../domain/rehearsal/check-result.ts";
import type { PlayedConversation } from "../../../domain/rehearsal/played-conversation.ts";
import { buildHiredAgent, buildHiredTool } from "../../../domain/template/hired-agent.ts";
import { listHiredScenarios } from "../../../domain/template/hired-scenarios.ts";
import type { PackedScenario, Template, TemplateText } from "../../../domain/template/template.ts";
import { templates } from "../../../domain/template/template-catalogue.ts";
import type { Adapters } from "../../../infra/adapters.ts";
import { createScriptedModel } from "../../../infra/models/scripted.model.ts";
import type { Tenant } from "../../factories/tenant.ts";
import { PATIENCE_MS } from "../../harness/patience.ts";
import type { TestDatabase } from "../../harness/test-database.ts";

/** Answers to a template's questions, as somebody who hires the agent could give them. */
const EXAMPLES: Readonly<Record<string, string>> = {
  business_name: "Example & Co",
  emergency_number: "112",
  event_name: "Open House",
  event_time: "Friday at seven at our place",
  listing: "three rooms with a balcony on the second floor",
  opening_hours: "Tuesday to Sunday, noon to ten",
  address: "1 Example Street",
  order_api_url: "https://shop.example.com/orders",
  password_page: "password.example.com",
  product: "a heat pump for a house",
  property: "the flat on Example Street",
  survey_topic: "your last visit",
  ticket_api_url: "https://desk.example.com/tickets",
};

export interface HiredForTest {
  name: string;
  template: Template;
  text: TemplateText;
}

export const hiredTexts: readonly HiredForTest[] = templates.flatMap((template) =>
  template.texts.map((text) => ({ name: `${template.id} in ${text.language}`, template, text })),
);

export interface HiredToRehearse {
  agent: RehearsedAgent;
  scenarios: PackedScenario[];
}

/** Hires an agent as the workflow does, with the rows of its tools. */
export const hireToRehearse = async (
  { test, tenant }: { test: TestDatabase; tenant: Tenant },
  { template, text }: Pick<HiredForTest, "template" | "text">,
): Promise<HiredToRehearse> => {
  const variables = Object.fromEntries(
    text.variables.map(({ key, default: answer }) => [key, answer ?? EXAMPLES[key] ?? `our ${key}`]),
  );
  const toolUuids = Object.fromEntries(template.tools.map(({ key }) => [key, randomUUID()]));
  for (const tool of template.tools) {
    const definition = buildHiredTool(tool, variables);
    await test.everything
      .insertInto("tools")
      .values({
        organization_id: tenant.organizationId,
        tool_uuid: toolUuids[tool.key] ?? "",
        name: tool.name,
        description: tool.description,
        category: definition.type,
        definition,
      })
      .execute();
  }
  const hired = buildHiredAgent(
    text,
    { agentName: "Robin", variables, greeting: null, voice: null },
    { toolUuids, triggerPath: randomUUID() },
  );
  return {
    scenarios: listHiredScenarios(template, text),
    agent: {
      organizationId: tenant.organizationId,
      agentId: 1,
      definition: { ...hired.definition },
      configurations: { ...hired.configurations },
      variables: hired.variables,
      dispositions: text.dispositions,
      organizationZone: null,
      organizationName: "Acme",
      isDisclosureOff: false,
      rulePacks: { names: [], unconfirmed: [], country: null },
    },
  };
};

/** Plays a scenario with the built-in model, as a rehearsal does. */
export const rehearseOnce = async (
  adapters: Adapters,
  agent: RehearsedAgent,
  { name, content, model = createScriptedModel() }: Pick<PackedScenario, "name" | "content"> & { model?: ChatModel },
): Promise<{ played: PlayedConversation; failed: CheckResult[] }> => {
  const signal = AbortSignal.timeout(PATIENCE_MS);
  const hold = async () => ({ end: async () => {} });
  const scenario = { ...content, name, must_pass: true };
  const whole = await playScenario(adapters, {
    agent,
    scenario,
    model,
    callerModel: model,
    hold,
    written: () => {},
    signal,
  });
  const checks = await checkPlayed({ agent, scenario }, { ...whole, model, signal });
  return { played: whole.played, failed: checks.filter(({ passed }) => !passed) };
};
