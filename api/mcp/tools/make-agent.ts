import { z } from "zod";
import { isRecord } from "../../../domain/json/json-value.ts";
import { ToolRefusal } from "../mcp-errors.ts";
import { defineTool, id } from "../tool.ts";
import type { ToolCall } from "../tool-call.ts";

export const makeAgent = defineTool({
  name: "make_agent",
  title: "Make or change an agent",
  description:
    "Makes an agent that talks on the phone, or changes the draft of one (agent_id). A change reaches callers when call_operation agents.publish is carried out.",
  effect: "acts",
  input: z.object({
    agent_id: id.optional(),
    name: z.string().min(1).max(255).optional(),
    greeting: z.string().max(5_000).optional().meta({ description: "Its first words; {{name}} is the contact's" }),
    instructions: z.string().max(100_000).optional().meta({ description: "What it does and how it talks" }),
    goodbye: z.string().max(100_000).optional().meta({ description: "How it ends a call" }),
  }),
  run: (call, given) => (given.agent_id === undefined ? create(call, given) : change(call, given.agent_id, given)),
});

interface Words {
  name?: string | undefined;
  greeting?: string | undefined;
  instructions?: string | undefined;
  goodbye?: string | undefined;
}

const create = (call: ToolCall, { name, greeting, instructions, goodbye }: Words): Promise<unknown> => {
  if (!name || !instructions) throw new ToolRefusal("A new agent needs name and instructions.");
  const data = { name: "Conversation", prompt: instructions, ...(greeting !== undefined && { greeting }) };
  const definition = {
    nodes: [
      { id: "start", type: "startCall", position: { x: 0, y: 0 }, data },
      {
        id: "end",
        type: "endCall",
        position: { x: 0, y: 200 },
        data: { name: "Goodbye", prompt: goodbye ?? "Say goodbye in one short sentence." },
      },
    ],
    edges: [{ id: "start-end", source: "start", target: "end", data: { label: "Done", condition: WHEN_DONE } }],
  };
  return call.ask("agents.create", { body: { name, workflow_definition: definition } });
};

const WHEN_DONE = "The purpose of the call is reached, or the person does not want to go on.";

const agentAnswer = z.looseObject({
  definition_digest: z.string().nullish(),
  definition: z.looseObject({ nodes: z.array(z.looseObject({ type: z.string(), data: z.unknown() })) }),
});

/** Other steps, connections and fields of the agent stay as they are. */
const change = async (call: ToolCall, agentId: number, words: Words): Promise<unknown> => {
  const params = { workflow_id: agentId };
  const agent = agentAnswer.parse(withDefinition(await call.ask("agents.get", { params })));
  const nodes = agent.definition.nodes.map((node) => ({ ...node, data: changeData(node, words) }));
  const isRewritten = words.greeting !== undefined || words.instructions !== undefined || words.goodbye !== undefined;
  return call.ask("agents.update", {
    params,
    body: {
      ...(words.name !== undefined && { name: words.name }),
      ...(isRewritten && {
        workflow_definition: { ...agent.definition, nodes },
        expected_digest: agent.definition_digest ?? undefined,
      }),
    },
  });
};

const withDefinition = (answer: unknown): unknown =>
  isRecord(answer) ? { ...answer, definition: answer["definition"] ?? answer["workflow_definition"] } : answer;

const changeData = ({ type, data }: { type: string; data: unknown }, words: Words): unknown => {
  const known = isRecord(data) ? data : {};
  if (type === "endCall") return words.goodbye === undefined ? known : { ...known, prompt: words.goodbye };
  if (type !== "startCall") return known;
  return {
    ...known,
    ...(words.greeting !== undefined && { greeting: words.greeting }),
    ...(words.instructions !== undefined && { prompt: words.instructions }),
  };
};
