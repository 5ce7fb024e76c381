import { randomUUID } from "node:crypto";
import { writeFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { readGraph } from "../../../domain/conversation/agent-graph.ts";
import type { AgentTool, Tools } from "../../../domain/conversation/conversation.ports.ts";
import { buildDefinition } from "../../../domain/template/outline-definition.ts";
import { buildPlayedKey, listPlayedLines } from "../../../domain/template/played-call.ts";
import type { PlayedCalls, PlayedLine } from "../../../domain/template/played-line.ts";
import type { Outline, Template, TemplateConversation, TemplateText } from "../../../domain/template/template.ts";
import { templates } from "../../../domain/template/template-catalogue.ts";
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
afterAll(async () => {
  await test.drop();
  if (isWritten) writeFileSync(FILE, sourceOf(played));
});

const texts = templates.flatMap((each) =>
  each.texts.map((text) => ({ name: `${each.id} in ${text.language}`, template: each, text })),
);

// Written anew with `UPDATE_PLAYED_CALLS=1 npm test -- played-templates`.
const FILE = "domain/template/played-calls.data.ts";
const isWritten = process.env["UPDATE_PLAYED_CALLS"] === "1";
const played: Record<string, Record<string, readonly PlayedLine[]>> = {};

const sourceOf = (calls: Readonly<Record<string, PlayedCalls>>): string =>
  [
    "// Written by the test of the played templates, with UPDATE_PLAYED_CALLS=1: what each template's sample calls come to on",
    "// the built-in model. The test fails when a template says something else by now.",
    'import type { PlayedCalls } from "./played-line.ts";',
    "",
    `export const PLAYED_CALLS: Readonly<Record<string, PlayedCalls>> = ${JSON.stringify(calls, null, 2)};`,
    "",
  ].join("\n");

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

/** Nobody is asked before a tool of a template runs. */
const RUN_AT_ONCE = { requiresConfirmation: false, canBeUndone: false };

const uuidsOf = ({ tools }: Template) => Object.fromEntries(tools.map(({ key }) => [key, randomUUID()]));

describe.each(texts)("$name", ({ template: each, text }) => {
  it.each(text.conversations.map((conversation) => ({ title: conversation.title, conversation })))(
    "talks as its script says: $title",
    async ({ conversation }) => {
      const { lines, ...told } = await play({ each, text, conversation });
      (played[buildPlayedKey(each.id, text.language)] ??= {})[conversation.title] = lines;
      if (!isWritten) expect(listPlayedLines(each.id, text.language, conversation.title)).toEqual(lines);
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
  const answers = Object.fromEntries(
    text.variables.map(({ key, default: answer }) => [key, answer ?? EXAMPLES[key] ?? `our ${key}`]),
  );
  const tools = workingTools(
    each.tools.map((tool) => ({ ...tool, ...RUN_AT_ONCE, action: null, uuid: uuids[tool.key] ?? "" })),
  );
  const rig = await createRig(test, tenant, {
    definition: buildDefinition(text.outline, uuids),
    configurations: { language: text.language },
    initialContext: { agent_name: "Robin", ...answers },
    mode: "textchat",
    tools,
  });
  const { conversation: talk, words } = await rig.open({ driver: "text" });
  await talk.begin({ turnKey: "begin", answeredBy: null });
  expect(words().join(" ")).not.toMatch(/\{\{|\}\}|  /);
  const taken: string[][] = [];
  const lines: PlayedLine[] = [];
  let at = { node: "start", steps: 0 };
  let heard = 0;
  const addLine = (speaker: PlayedLine["speaker"], said: string) =>
    lines.push({ speaker, text: said, step: stepName(text.outline, at.node) });
  const addWords = () => {
    const said = words().slice(heard);
    heard += said.length;
    if (said.length > 0) addLine("agent", said.join(" "));
  };
  addWords();
  for (const [index, { person }] of conversation.turns.entries()) {
    addLine("person", person);
    await talk.hear({ turnKey: `turn-${index}`, kind: "speech", text: person });
    const functions = (await stepsOf(rig)).slice(at.steps);
    const walked = walk(text.outline, at.node, functions);
    taken.push(walked.edges);
    at = { node: walked.node, steps: at.steps + functions.length };
    addWords();
  }
  const row = await conversationOf(rig);
  return { lines, takes: taken, variables: row.gathered, tools: tools.ran, isOver: row.state === "ended" };
};

const stepName = ({ start, steps, ends }: Outline, node: string): string =>
  node === "start" ? start.name : (steps[node]?.name ?? ends[node]?.name ?? node);

/** Walks through the edges that the functions stand for, one after the other. */
const walk = (outline: Outline, from: string, functions: readonly string[]) => {
  const graph = readGraph({ ...buildDefinition(outline, ANY_UUIDS) });
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
