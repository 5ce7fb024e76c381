import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import type { AgentDefinition } from "../../../../domain/agent/agent-definition.ts";
import { edgeProperties, nodeCatalogue } from "../../../../domain/agent/node-catalogue.ts";
import type { PropertySpecification } from "../../../../domain/agent/node-specification.ts";
import { receptionDefinition } from "../../../application/conversation/rig.ts";
import { createRecordingRow } from "../../../factories/recordings.ts";
import { createTenant } from "../../../factories/tenant.ts";
import { createCredential } from "../../../factories/tools.ts";
import { respond, startHttpReceiver } from "../../../harness/http-receiver.ts";
import { startTestApi } from "../../../harness/test-api.ts";
import { createTestDatabase } from "../../../harness/test-database.ts";
import { startChatServer, stream } from "../../../infra/models/chat-server.ts";
import { findDifference, PATH, type Stage, type Subject, save } from "./observed-agent.ts";
import { ALL_SCENES, type Scene, SHORT_SCENES, scenesOf } from "./scenes.ts";
import { settingPaths } from "./setting-paths.ts";
import { modelsWith, type Place, REFUSED, SETTINGS } from "./setting-values.ts";

/**
 * Walks every field that an agent can have, from the catalogue and the schema themselves: with another value either
 * something that reaches somebody else is different, or saving is refused with the place and the reason. A field that is
 * added and that nothing reads is red here.
 */
let stage: Stage;
let tools: string[];
let credentials: string[];
let documents: string[];

beforeAll(async () => {
  const [test, receiver, model] = await Promise.all([createTestDatabase(), startHttpReceiver(), startChatServer()]);
  const api = await startTestApi(test, { environment: LIVEKIT });
  const tenant = await createTenant(test);
  const admin = api.client({ token: tenant.admin.token });
  stage = { test, api, tenant, admin, receiver, model };
  receiver.answer = ({ url }, response) => respond(response, 200, answerAt(url));
  const review = JSON.stringify({ score: 50, summary: "So so.", answer_1: "No." });
  model.answers.push(
    stream([{ tool_calls: [{ index: 0, id: "c", function: { name: "review", arguments: review } }] }]),
  );
  credentials = [
    await createCredential(admin, "token-alpha-111111"),
    await createCredential(admin, "token-beta-222222"),
  ];
  tools = await insertTools();
  documents = await insertDocuments();
  const { organizationId } = tenant;
  for (const name of ["alpha", "beta"]) {
    await createRecordingRow(test, { organizationId, recordingId: `recording-${name}`, transcript: `It is ${name}.` });
  }
});
afterAll(async () => {
  await stage.api.close();
  await Promise.all([stage.receiver.close(), stage.model.close()]);
  await stage.test.drop();
});

/** Nobody asks it: models for speech are refused where no conversation can have audio. */
const LIVEKIT = { LIVEKIT_URL: "http://127.0.0.1:9", LIVEKIT_API_KEY: "test", LIVEKIT_API_SECRET: "s".repeat(32) };

const answerAt = (url: string): object => {
  if (url.endsWith("/transcriptions")) return { text: "Hello." };
  return url.includes("alpha") ? { vip: "yes" } : {};
};

const insertTools = async (): Promise<string[]> => {
  const { organizationId: organization_id } = stage.tenant;
  const discovered_tools = ["alpha", "beta"].map((name) => ({ name, description: name, input_schema: null }));
  const mcp = {
    schema_version: 1,
    type: "mcp" as const,
    config: {
      transport: "streamable_http" as const,
      url: stage.receiver.url,
      credential_uuid: null,
      account_id: null,
      tools_filter: [],
      timeout_secs: 30,
      sse_read_timeout_secs: 300,
      discovered_tools,
    },
  };
  const calculator = { schema_version: 1, type: "calculator" as const };
  const rows = await stage.test.everything
    .insertInto("tools")
    .values([
      { organization_id, name: "alpha sums", description: "a", category: "calculator", definition: calculator },
      { organization_id, name: "beta sums", description: "b", category: "calculator", definition: calculator },
      { organization_id, name: "a server", description: "c", category: "mcp", definition: mcp },
    ])
    .returning("tool_uuid")
    .execute();
  return rows.map(({ tool_uuid }) => tool_uuid);
};

const insertDocuments = async (): Promise<string[]> => {
  const { organizationId: organization_id } = stage.tenant;
  const document_uuid = crypto.randomUUID();
  const { id } = await stage.test.everything
    .insertInto("documents")
    .values({
      organization_id,
      document_uuid,
      filename: "a.txt",
      mime_type: "text/plain",
      state: "ready",
      current_version: 1,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  await stage.test.everything
    .insertInto("document_versions")
    .values({
      organization_id,
      document_id: id,
      version: 1,
      object_key: document_uuid,
      file_size_bytes: 1,
      state: "ready",
    })
    .execute();
  return [document_uuid];
};

type Data = Record<string, unknown>;

/** An agent that has a node of every type, each with what it cannot be without. */
const subjectWith = (where: string, data: Data): Subject => {
  const base = receptionDefinition(where in STEPS ? { [STEPS[where] ?? ""]: data } : {});
  const own: Record<string, Data> = {
    trigger: { name: "API", trigger_path: PATH },
    webhook: { name: "CRM", endpoint_url: `${stage.receiver.url}/hook` },
    qa: { name: "Quality", qa_system_prompt: "Be kind." },
  };
  const extra =
    where in own ? [{ id: where, type: where, position: { x: 0, y: 0 }, data: { ...own[where], ...data } }] : [];
  const edges = base.edges.map((edge) =>
    where === "edge" && edge.id === "e1" ? { ...edge, data: { ...edge.data, ...data } } : edge,
  );
  const definition: AgentDefinition = { nodes: [...base.nodes, ...extra], edges };
  const llm = { provider: "openai", model: "of-the-agent", base_url: stage.model.baseUrl };
  return { definition, configurations: { models: { llm } } };
};
const STEPS: Readonly<Record<string, string>> = {
  startCall: "start",
  agentNode: "booking",
  endCall: "end",
  globalNode: "global",
};

/** The label of a node in an editor; no call uses it. */
const LABELS = ["globalNode.name", "trigger.name"];

const FIELDS = [
  ...nodeCatalogue.map(({ name, properties }) => ({ where: name as string, properties })),
  { where: "edge", properties: edgeProperties },
].flatMap(({ where, properties }) =>
  properties.flatMap((property) => {
    const { name, properties: inner } = property;
    const values = (): [Data, Data] => valuesOf(where, property);
    if (!inner) return [{ where, values, field: `${where}.${name}` }];
    return inner.map((each) => ({
      where,
      values: () => valuesInRow(name, each.name),
      field: `${where}.${name}[].${each.name}`,
    }));
  }),
);

/** Two rows of a list that differ in every field, with what else the list needs to count. */
const ROWS: Readonly<Record<string, { needed?: Data; row: Data; changed: Data }>> = {
  extraction_variables: {
    needed: { extraction_enabled: true },
    row: { name: "size", type: "string", prompt: "Their size" },
    changed: { name: "colour", type: "number", prompt: "The size of their shoes" },
  },
  custom_headers: { row: { key: "x-team", value: "blue" }, changed: { key: "x-crew", value: "red" } },
  qa_questions: { row: { question: "Was it kind?" }, changed: { question: "Was it short?" } },
};

/** Returns two lists of one row each, between which one field differs. */
const valuesInRow = (list: string, field: string): [Data, Data] => {
  const rows = ROWS[list];
  if (!rows || !(field in rows.changed)) throw new Error(`no two values of ${list}[].${field} are known`);
  const { needed = {}, row, changed } = rows;
  return [
    { ...needed, [list]: [row] },
    { ...needed, [list]: [{ ...row, [field]: changed[field] }] },
  ];
};

/** Returns two values of a field between which a call must differ, with what else the field needs to count. */
const valuesOf = (where: string, property: PropertySpecification): [Data, Data] => {
  const { name } = property;
  const special = specialValues(name);
  if (special) return special;
  const needed = { ...shownWith(property), ...alsoNeeds(name) };
  const [first, second] = plainValues(where, property);
  return [
    { ...needed, [name]: first },
    { ...needed, [name]: second },
  ];
};

const shownWith = ({ display_options }: PropertySpecification): Data =>
  Object.fromEntries(Object.entries(display_options?.show ?? {}).map(([field, [value]]) => [field, value]));

const variable = () => [{ name: "size", type: "string", prompt: "Their size" }];

const alsoNeeds = (name: string): Data => {
  if (name.endsWith("_speech_type")) return { [name.replace("_type", "_recording_id")]: "recording-alpha" };
  if (name === "greeting_type") return { greeting_recording_id: "recording-alpha" };
  if (name === "extraction_prompt") return { extraction_variables: variable() };
  if (name === "pre_call_fetch_credential_uuid") {
    return { pre_call_fetch_mode: "always", pre_call_fetch_url: `${stage.receiver.url}/alpha` };
  }
  if (name === "pre_call_fetch_url") return { pre_call_fetch_mode: "always" };
  if (name.startsWith("pre_call_fetch")) return { pre_call_fetch_url: `${stage.receiver.url}/alpha` };
  const ownModel = {
    qa_use_workflow_llm: false,
    qa_provider: "openai",
    qa_model: "judge",
    qa_endpoint: stage.model.baseUrl,
  };
  return ["qa_model", "qa_provider", "qa_endpoint", "qa_credential_uuid", "qa_use_workflow_llm"].includes(name)
    ? ownModel
    : {};
};

const specialValues = (name: string): [Data, Data] | null => {
  const mcp = { tool_uuids: tools.slice(2) };
  switch (name) {
    case "extraction_enabled":
      return [{ extraction_variables: variable() }, { extraction_variables: variable(), extraction_enabled: true }];
    case "mcp_tool_filters":
      return [
        { ...mcp, mcp_tool_filters: { [tools[2] ?? ""]: ["alpha"] } },
        { ...mcp, mcp_tool_filters: { [tools[2] ?? ""]: ["beta"] } },
      ];
    case "wait_seconds":
      return [
        { ask_people: true, wait_seconds: 5 },
        { ask_people: true, wait_seconds: 9 },
      ];
    case "document_uuids":
      return [{}, { document_uuids: documents }];
    case "qa_sample_rate":
      return [{ qa_sample_rate: 1 }, { qa_sample_rate: 100 }];
    case "qa_endpoint":
      return [
        { qa_use_workflow_llm: false, qa_provider: "openai", qa_model: "m", qa_endpoint: stage.model.baseUrl },
        { qa_use_workflow_llm: false, qa_provider: "openai", qa_model: "m", qa_endpoint: `${stage.receiver.url}/v1` },
      ];
    case "qa_provider": {
      const local = { qa_use_workflow_llm: false, qa_provider: "local", qa_model: "m" };
      return [local, { ...local, qa_provider: "openai", qa_endpoint: stage.model.baseUrl }];
    }
    case "payload_template":
      return [{ payload_template: { one: "{{company}}" } }, { payload_template: { two: "{{company}}" } }];
    case "delayed_start":
      return [{ delayed_start: false }, { delayed_start: true }];
    default:
      return null;
  }
};

const plainValues = (
  where: string,
  { name, type, options, min_value = 0, max_value }: PropertySpecification,
): [unknown, unknown] => {
  switch (type) {
    case "boolean":
      return [true, false];
    case "number":
      return [min_value, max_value ?? 100];
    case "options":
      return [options?.[0]?.value, options?.[1]?.value];
    case "tool_refs":
      return [tools.slice(0, 1), tools.slice(1, 2)];
    case "recording_ref":
      return ["recording-alpha", "recording-beta"];
    case "credential_ref":
      return [credentials[0], credentials[1]];
    case "url":
      return [`${stage.receiver.url}/alpha`, `${stage.receiver.url}/beta`];
    default:
      return name === "trigger_path" ? [PATH, "another-path"] : [`${where} ${name} alpha`, `${where} ${name} beta`];
  }
};

/** Both are saved; fails where one is refused. */
const differenceOf = async (
  one: Subject,
  other: Subject,
  scenes: readonly Scene[] = SHORT_SCENES,
): Promise<string | null> => {
  const [first, second] = [await save(stage, one), await save(stage, other)];
  if ("agent" in first && "agent" in second) return findDifference(stage, [first.agent, second.agent], scenes);
  throw new Error(`a definition is refused: ${JSON.stringify([first, second])}`);
};

describe("every field of every node and edge", () => {
  it.each(FIELDS.filter(({ field }) => !LABELS.includes(field)))(
    "$field changes something that reaches somebody else, or is refused",
    async ({ where, values, field }) => {
      const outcome = field === "qa.qa_voicemail_calls" ? { outcome: "voicemail" } : {};
      const [first, second] = values();
      const one = { ...subjectWith(where, first), ...outcome };
      const other = { ...subjectWith(where, second), ...outcome };
      expect(await differenceOf(one, other)).not.toBeNull();
    },
  );

  it("is seen alike where nothing differs", async () => {
    const configurations = { models: modelsWith(place(), "llm", {}) };
    const subject = { ...subjectWith("startCall", concluding()), configurations };
    expect(await differenceOf(subject, subject, ALL_SCENES)).toBeNull();
  });
});

const place = (): Place => ({ credentials, receiverUrl: stage.receiver.url, modelUrl: stage.model.baseUrl });

/** The language model is asked for conclusions where there is something to conclude. */
const concluding = (): Data => ({ extraction_enabled: true, extraction_variables: variable() });

/** What it does is sealed, so that nobody is told of it who may not read it, or is sound that plays while a tool works. */
const SEEN_ELSEWHERE = {
  "redaction.keep_original": "test/api/calls/original.test.ts",
  tool_music_recording_id: "test/media/tool-music.test.ts",
};

describe("every setting", () => {
  it("stands in a list, field by field, by what it does or by being refused", () => {
    const known = [...Object.keys(SETTINGS), ...Object.keys(REFUSED), ...Object.keys(SEEN_ELSEWHERE)];
    expect(known.sort()).toEqual(settingPaths());
    for (const [path, file] of Object.entries(SEEN_ELSEWHERE))
      expect(readFileSync(file, "utf8")).toContain(path.split(".").at(-1));
  });

  it.each(Object.entries(SETTINGS))("%s changes something that reaches somebody else", async (path, values) => {
    const [name = ""] = path.split(".");
    const [first, second] = typeof values === "function" ? values(place()) : values;
    const subject = subjectWith("startCall", name === "models" ? concluding() : {});
    const withValue = (value: unknown) => ({
      ...subject,
      configurations: { ...subject.configurations, [name]: value },
    });
    expect(await differenceOf(withValue(first), withValue(second), scenesOf(path))).not.toBeNull();
  });

  it.each(Object.entries(REFUSED))("%s is refused, with its place and the reason", async (path, value) => {
    const [name = "", ...inner] = path.split(".");
    const saved = await save(stage, { ...subjectWith("startCall", {}), configurations: { [name]: value } });
    const detail = "refused" in saved ? saved.refused : [];
    expect(detail).toEqual([expect.objectContaining({ msg: expect.stringMatching(/\w+ \w+ \w+/) })]);
    const where = ["body", "workflow_configurations", name, ...inner];
    expect(JSON.stringify(detail)).toContain(JSON.stringify(where).slice(0, -1));
  });
});

it("dispositions and an agent's own variables reach a call", async () => {
  const subject = subjectWith("startCall", { greeting: "Hello {{title}}", extraction_enabled: true });
  expect(await differenceOf(subject, { ...subject, templateVariables: { title: "Doctor" } })).not.toBeNull();
  const sold = { ...subject, dispositions: ["sold", "lost"] };
  expect(await differenceOf(sold, { ...subject, dispositions: ["sold", "later"] })).not.toBeNull();
});
