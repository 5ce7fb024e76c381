import type { AgentDefinition, AgentEdge, AgentNode } from "../agent/agent-definition.ts";
import type { Outline } from "./template.ts";

type Talk = Outline["start"] | Outline["steps"][string];

const COLUMN_WIDTH = 320;
const ROW_HEIGHT = 200;
const START = "start";

/** Builds the definition of an agent from an outline. `toolUuids`: each tool's id by its key. */
export const buildDefinition = (outline: Outline, toolUuids: Readonly<Record<string, string>>): AgentDefinition => {
  const steps = Object.entries(outline.steps);
  const ends = Object.entries(outline.ends);
  const talks: [string, Talk][] = [[START, outline.start], ...steps];
  const dataOf = (talk: Talk) => ({
    name: talk.name,
    prompt: talk.prompt,
    allow_interrupt: true,
    ...(talk.extract && { extraction_enabled: true, extraction_variables: talk.extract }),
    ...(talk.tools && { tool_uuids: talk.tools.map((key) => toolUuidOf(key, toolUuids)) }),
  });
  const nodes: AgentNode[] = [
    nodeAt("global", "globalNode", { x: -1, y: 0 }, { name: "Who the agent is", prompt: outline.global }),
    nodeAt(START, "startCall", { x: 0, y: 0 }, { ...dataOf(outline.start), greeting: outline.start.greeting }),
    ...steps.map(([id, step], x) => nodeAt(id, "agentNode", { x, y: 1 }, dataOf(step))),
    ...ends.map(([id, end], x) => nodeAt(id, "endCall", { x, y: 2 }, end)),
  ];
  return { nodes, edges: talks.flatMap(([source, talk]) => edgesOf(source, talk)) };
};

const nodeAt = (
  id: string,
  type: string,
  { x, y }: { x: number; y: number },
  data: Record<string, unknown>,
): AgentNode => ({ id, type, position: { x: x * COLUMN_WIDTH, y: y * ROW_HEIGHT }, data });

const edgesOf = (source: string, { to }: Talk): AgentEdge[] =>
  to.map(({ id, to: target, label, condition, speech }) => ({
    id,
    source,
    target,
    data: { label, condition, ...(speech && { transition_speech: speech }) },
  }));

const toolUuidOf = (key: string, uuids: Readonly<Record<string, string>>): string => {
  const uuid = uuids[key];
  if (uuid === undefined) throw new Error(`the template has no tool ${key}`);
  return uuid;
};
