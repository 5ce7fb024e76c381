import { describe, expect, it } from "@jest/globals";
import type { z } from "zod";
import { updateAgentBody } from "../../../api/agents/agents.schemas.ts";
import { createRunBody, startCallBody } from "../../../api/calls/calls.schemas.ts";
import { contactChanges } from "../../../api/contacts/contacts.schemas.ts";
import { createSessionBody } from "../../../api/conversations/text/text-sessions.schemas.ts";
import { uploadUrlBody } from "../../../api/documents/documents.schemas.ts";
import { createPhoneNumberBody, updatePhoneNumberBody } from "../../../api/numbers/phone-numbers.schemas.ts";
import { createRecordingsBody } from "../../../api/recordings/recordings.schemas.ts";
import { testToolBody } from "../../../api/tools/tools.schemas.ts";
import { toolCompensation } from "../../../domain/tool/tool-compensation.ts";
import { toolDefinition } from "../../../domain/tool/tool-definition.ts";

/** What fills variables or is kept beside something, in every request that takes it. */
const FIELDS: [string, z.ZodType, (json: object) => object][] = [
  ["template_context_variables", updateAgentBody, (json) => ({ template_context_variables: json })],
  ["initial_context of a call", startCallBody, (json) => ({ phone_number: "+12025550123", initial_context: json })],
  ["initial_context of a run", createRunBody, (json) => ({ mode: "textchat", name: "a", initial_context: json })],
  ["initial_context of a session", createSessionBody, (json) => ({ initial_context: json })],
  ["annotations", createSessionBody, (json) => ({ annotations: json })],
  ["attributes of a contact", contactChanges, (json) => ({ attributes: json })],
  [
    "custom_metadata",
    uploadUrlBody,
    (json) => ({ filename: "a.pdf", mime_type: "application/pdf", custom_metadata: json }),
  ],
  ["extra_metadata of a number", createPhoneNumberBody, (json) => ({ address: "+12025550123", extra_metadata: json })],
  ["extra_metadata of a change", updatePhoneNumberBody, (json) => ({ extra_metadata: json })],
  [
    "metadata of a recording",
    createRecordingsBody,
    (json) => ({ recordings: [{ recording_id: "a", storage_key: "a", transcript: "a", metadata: json }] }),
  ],
  ["arguments of a tool that is tried out", testToolBody, (json) => ({ arguments: json })],
  ["context of a tool that is tried out", testToolBody, (json) => ({ context: json })],
  [
    "body_template",
    toolDefinition,
    (json) => ({
      type: "http_api",
      config: { method: "POST", url: "https://example.com", body_template: json },
    }),
  ],
  [
    "preset_arguments",
    toolDefinition,
    (json) => ({ type: "connector", config: { slug: "a", account_id: 1, action: "b", preset_arguments: json } }),
  ],
  ["arguments of a compensation", toolCompensation, (json) => ({ arguments: json })],
];

describe("free JSON of a request", () => {
  it.each(FIELDS)("comes to 64 KB at most in %s", (_name, schema, bodyWith) => {
    // {"a":"…"} around it.
    expect(schema.safeParse(bodyWith({ a: "é".repeat(32_764) })).error).toBeUndefined();
    expect(schema.safeParse(bodyWith({ a: "é".repeat(32_765) })).error?.issues).toMatchObject([
      { message: "This may come to 64 KB (65536 bytes) as JSON" },
    ]);
  });
});

it("a definition has a most of nodes and of edges, because whatever is wrong in each is described", () => {
  const zeros = (length: number) => Array.from({ length }, () => 0);
  const faultsOf = (nodes: number, edges: number) => {
    const workflow_definition = { nodes: zeros(nodes), edges: zeros(edges) };
    return updateAgentBody
      .safeParse({ workflow_definition })
      .error?.issues.map(({ path, code }) => `${path.join(".")} ${code}`);
  };
  expect(faultsOf(1, 1)).toEqual([
    "workflow_definition.nodes.0 invalid_type",
    "workflow_definition.edges.0 invalid_type",
  ]);
  expect(faultsOf(1_001, 5_001)).toEqual(["workflow_definition.nodes too_big", "workflow_definition.edges too_big"]);
});
