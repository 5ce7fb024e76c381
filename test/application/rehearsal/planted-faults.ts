import type { RehearsedAgent } from "../../../application/rehearsal/play-scenario.ts";
import { OPT_OUT_FUNCTION } from "../../../domain/conversation/step-functions.ts";
import { isRecord, readRecords } from "../../../domain/json/json-value.ts";
import type { ChatEvent, ChatModel, ChatRequest } from "../../../domain/model/chat-model.ts";
import { createScriptedModel } from "../../../infra/models/scripted.model.ts";

/** A fault of an agent: in what its author wrote, or in what its model does of it. */
export interface PlantedFault {
  name: string;
  /** The template whose agent has it. */
  template: string;
  agent?: (agent: RehearsedAgent) => RehearsedAgent;
  model?: (model: ChatModel) => ChatModel;
}

const changeNodes =
  (types: readonly string[], change: (data: Record<string, unknown>) => object) =>
  (agent: RehearsedAgent): RehearsedAgent => ({
    ...agent,
    definition: {
      ...agent.definition,
      nodes: readRecords(agent.definition["nodes"]).map((node) =>
        types.includes(String(node["type"]))
          ? {
              ...node,
              data: {
                ...(isRecord(node["data"]) && node["data"]),
                ...change(isRecord(node["data"]) ? node["data"] : {}),
              },
            }
          : node,
      ),
    },
  });

const changeEdges =
  (change: (edges: Record<string, unknown>[]) => Record<string, unknown>[]) =>
  (agent: RehearsedAgent): RehearsedAgent => ({
    ...agent,
    definition: { ...agent.definition, edges: change(readRecords(agent.definition["edges"])) },
  });

const greets = (text: string) =>
  changeNodes(["startCall"], ({ greeting }) => ({ greeting: `${String(greeting)} ${text}` }));

const ends = (text: string) => changeNodes(["endCall"], () => ({ prompt: text }));

/** A model that says something else than it should, or calls something else. */
const bends =
  (bend: (event: ChatEvent, request: ChatRequest) => ChatEvent[]) =>
  (model: ChatModel): ChatModel => ({
    name: model.name,
    async *reply(request) {
      for await (const event of model.reply(request)) yield* request.mustCall ? [event] : bend(event, request);
    },
  });

/** It says a sentence of its own after each of its replies. */
const adds =
  (sentence: string) =>
  (model: ChatModel): ChatModel => ({
    name: model.name,
    async *reply(request) {
      let hasSpoken = false;
      for await (const event of model.reply(request)) {
        hasSpoken ||= event.kind === "text";
        yield event;
      }
      if (hasSpoken) yield { kind: "text", text: ` ${sentence}` };
    },
  });

export const plantedFaults: readonly PlantedFault[] = [
  {
    name: "a step cannot be reached",
    template: "appointment-reminder",
    agent: changeEdges((edges) => edges.slice(1)),
  },
  { name: "two ways lead to each other's step", template: "appointment-reminder", agent: changeEdges(swapTargets) },
  {
    name: "every way leads back to the start",
    template: "restaurant-booking",
    agent: changeEdges((edges) => edges.map((edge) => ({ ...edge, target: "start" }))),
  },
  {
    name: "it makes a promise that it may not",
    template: "debt-reminder",
    model: adds("I guarantee that nothing will happen to you."),
  },
  {
    name: "it ignores an opt-out",
    template: "lead-qualification",
    model: bends((event) =>
      event.kind === "call" && event.name === OPT_OUT_FUNCTION ? [{ kind: "text", text: "All right." }] : [event],
    ),
  },
  {
    name: "a variable has another one's name",
    template: "restaurant-booking",
    agent: changeNodes(["startCall", "agentNode"], ({ extraction_variables: variables }) => ({
      extraction_variables: readRecords(variables).map((each) => ({ ...each, name: `${String(each["name"])}_2` })),
    })),
  },
  {
    name: "it extracts nothing",
    template: "restaurant-booking",
    agent: changeNodes(["startCall", "agentNode"], () => ({ extraction_enabled: false })),
  },
  {
    name: "it calls a tool twice",
    template: "order-status",
    model: bends((event, { stepView }) =>
      event.kind === "call" && stepView.tools.some((tool) => tool.function === event.name)
        ? [event, { ...event, id: `${event.id}_again` }]
        : [event],
    ),
  },
  {
    name: "it never calls its tool",
    template: "order-status",
    agent: changeNodes(["startCall", "agentNode"], () => ({ tool_uuids: [] })),
  },
  {
    name: "it speaks another language",
    template: "appointment-reminder",
    model: adds("Vielen Dank, und an welchem Tag m\u00f6chten Sie bitte zu uns kommen?"),
  },
  {
    name: "it speaks a secret",
    template: "it-help-desk",
    agent: (agent) =>
      greets("The code is {{admin_token}}.")({
        ...agent,
        variables: { ...agent.variables, admin_token: "tulip-4711" },
      }),
  },
  { name: "it speaks markup", template: "clinic-intake", agent: greets("This is **important**.") },
  { name: "it speaks a variable that is not filled", template: "clinic-intake", agent: ends("Goodbye, {caller}.") },
  { name: "it says that it is a person", template: "debt-reminder", model: adds("I am a real person, you know.") },
  {
    name: "it does not say that it is artificial",
    template: "event-invitation",
    agent: (agent) => ({ ...agent, configurations: { ...agent.configurations, disclosure: null } }),
  },
  {
    name: "it waits for ever for words",
    template: "delivery-slot",
    agent: (agent) => ({ ...agent, configurations: { ...agent.configurations, max_user_idle_timeout: 300 } }),
  },
  {
    name: "it reads its instructions aloud",
    template: "property-viewing",
    model: (model) => ({
      name: model.name,
      async *reply(request) {
        if (request.mustCall) yield* model.reply(request);
        else yield { kind: "text", text: request.system };
      },
    }),
  },
  {
    name: "its model does not answer",
    template: "missed-call-callback",
    model: () => createScriptedModel([{ when: "", fail: "unavailable" }]),
  },
  {
    name: "it tells a wrong fact that is written nowhere",
    template: "restaurant-booking",
    model: adds("We are on the seventh floor."),
  },
  { name: "it is rude", template: "satisfaction-survey", model: adds("That was a silly answer.") },
];

function swapTargets(edges: Record<string, unknown>[]): Record<string, unknown>[] {
  const [first, second, ...others] = edges;
  return first && second
    ? [{ ...first, target: second["target"] }, { ...second, target: first["target"] }, ...others]
    : edges;
}
