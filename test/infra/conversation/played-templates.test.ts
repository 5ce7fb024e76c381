import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { readGraph } from "../../../domain/conversation/agent-graph.ts";
import type { AgentTool, Tools } from "../../../domain/conversation/conversation.ports.ts";
import { templates } from "../../../domain/template/catalogue.ts";
import { definitionOf } from "../../../domain/template/outline-definition.ts";
import type { Outline, Template, TemplateConversation, TemplateText } from "../../../domain/template/template.ts";
import { createTenant, type Tenant } from "../../factories/tenant.ts";
import { createTestDatabase, type TestDatabase } from "../../harness/test-database.ts";
import { testSecrets } from "../../harness/test-secrets.ts";
import { createRig, type Rig } from "./rig.ts";

let test: TestDatabase;
let tenant: Tenant;

beforeAll(async () => {
  test = await createTestDatabase();
  tenant = await createTenant(test);
});
afterAll(() => test.drop());

const texts = templates.flatMap((each) =>
  each.texts.map((text) => ({ name: `${each.id} in ${text.language}`, template: each, text })),
);

/** Nobody is asked before a tool of a template runs. */
const RUN_AT_ONCE = { requiresConfirmation: false, canBeUndone: false };

const uuidsOf = ({ tools }: Template) => Object.fromEntries(tools.map(({ key }) => [key, randomUUID()]));

describe.each(texts)("$name", ({ template: each, text }) => {
  it.each(text.conversations.map((conversation) => ({ title: conversation.title, conversation })))(
    "talks as its script says: $title",
    async ({ conversation }) => {
      const told = await play({ each, text, conversation });
      expect(told).toEqual({
        takes: conversation.turns.map(({ takes }) => takes),
        variables: conversation.variables,
        tools: conversation.tools ?? [],
        isOver: true,
      });
    },
  );
});

/** Talks with the agent in text, as the script's person does; returns what it did. */
const play = async ({
  each,
  text,
  conversation,
}: {
  each: Template;
  text: TemplateText;
  conversation: TemplateConversation;
}) => {
  const uuids = uuidsOf(each);
  const answers = Object.fromEntries(text.variables.map(({ key, default: answer }) => [key, answer ?? `our ${key}`]));
  const tools = workingTools(
    each.tools.map((tool) => ({ ...tool, ...RUN_AT_ONCE, action: null, uuid: uuids[tool.key] ?? "" })),
  );
  const rig = await createRig(test, tenant, {
    definition: definitionOf(text.outline, uuids),
    configurations: { language: text.language },
    initialContext: { agent_name: "Robin", ...answers },
    mode: "textchat",
    tools,
  });
  const { conversation: talk, words } = await rig.open({ driver: "text" });
  await talk.begin({ turnKey: "begin", answeredBy: null });
  expect(words().join(" ")).not.toMatch(/\{\{|\}\}|  /);
  const taken: string[][] = [];
  let at = { node: "start", steps: 0 };
  for (const [index, { person }] of conversation.turns.entries()) {
    await talk.hear({ turnKey: `turn-${index}`, kind: "speech", text: person });
    const functions = (await stepsOf(rig)).slice(at.steps);
    const walked = walk(text.outline, at.node, functions);
    taken.push(walked.edges);
    at = { node: walked.node, steps: at.steps + functions.length };
  }
  const row = await conversationOf(rig);
  return { takes: taken, variables: row.gathered, tools: tools.ran, isOver: row.state === "ended" };
};

/** Walks through the edges that the functions stand for, one after the other. */
const walk = (outline: Outline, from: string, functions: readonly string[]) => {
  const graph = readGraph({ ...definitionOf(outline, ANY_UUIDS) });
  let node = from;
  const edges = functions.map((name) => {
    const label = graph.step(node)?.edges.find(({ functionName }) => functionName === name)?.label;
    const talk = node === "start" ? outline.start : outline.steps[node];
    const edge = talk?.to.find((one) => one.label === label);
    if (!edge) throw new Error(`no edge ${name} leaves ${node}`);
    node = edge.to;
    return edge.id;
  });
  return { node, edges };
};
const ANY_UUIDS: Record<string, string> = new Proxy({}, { get: () => randomUUID() });

const conversationOf = ({ runUuid }: Rig) =>
  test.everything
    .selectFrom("conversations")
    .innerJoin("call_runs", "call_runs.id", "conversations.run_id")
    .selectAll("conversations")
    .where("call_runs.uuid", "=", runUuid)
    .executeTakeFirstOrThrow();

const stepsOf = async (rig: Rig): Promise<string[]> => {
  const { run_id } = await conversationOf(rig);
  const rows = await test.everything
    .selectFrom("conversation_entries")
    .select("text")
    .where("run_id", "=", run_id)
    .where("speaker", "=", "step")
    .orderBy("id")
    .execute();
  return rows.map(({ text }) => text);
};

/** Tools that answer at once; `ran`: the keys of those that were used. */
const workingTools = (known: (AgentTool & { key: string })[]): Tools & { ran: string[] } => {
  const ran: string[] = [];
  return {
    ran,
    list: async (_organizationId, uuids) => known.filter(({ uuid }) => uuids.includes(uuid)),
    run: async ({ toolCallId }) => {
      const { tool_uuid } = await test.everything
        .updateTable("tool_calls")
        .set({ state: "done", result_sealed: testSecrets.seal('{"state":"sent"}', `tool-call:${toolCallId}`) })
        .where("uuid", "=", toolCallId)
        .returning("tool_uuid")
        .executeTakeFirstOrThrow();
      ran.push(known.find(({ uuid }) => uuid === tool_uuid)?.key ?? "");
    },
  };
};
