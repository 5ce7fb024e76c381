import { beforeAll, expect, it } from "@jest/globals";
import { getNodeTypeOperation, listNodeTypesOperation } from "../../../api/agents/node-types.operations.ts";
import { createTenant } from "../../factories/tenant.ts";
import type { ApiClient } from "../../harness/api-client.ts";
import { useTestApi } from "../../harness/tenant-api.ts";

let viewer: ApiClient;

const { test, api } = await useTestApi();
beforeAll(async () => {
  viewer = api.client({ token: (await createTenant(test)).viewer.token });
});

it("describes every node type, down to the fields of a list's rows", async () => {
  const { body } = await viewer.call(listNodeTypesOperation);
  expect(body.node_types.map((type) => type.name)).toEqual([
    "startCall",
    "agentNode",
    "endCall",
    "globalNode",
    "trigger",
    "webhook",
    "qa",
  ]);
  const { body: start } = await viewer.call(getNodeTypeOperation, { params: { name: "startCall" } });
  expect(body.node_types).toContainEqual(start);
  expect(start).toMatchObject({ category: "call_node", llm_hint: "A definition has exactly one." });
  expect(start.graph_constraints).toEqual({ max_incoming: 0 });
  const property = (name: string) => start.properties.find((candidate) => candidate.name === name);
  expect(property("prompt")).toMatchObject({ type: "mention_textarea", required: true });
  expect(property("allow_interrupt")).toMatchObject({ default: false, required: false });
  expect(property("extraction_variables")).toMatchObject({
    properties: [{ name: "name" }, { name: "type" }, { name: "prompt" }],
  });
});

it("does not know a type that is none", async () => {
  const refusal = await viewer.refused(getNodeTypeOperation, { params: { name: "tuner" } });
  expect(refusal).toMatchObject({ status: 404, detail: "Node type not found" });
});
