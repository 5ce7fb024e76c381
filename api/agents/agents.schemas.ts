import { z } from "zod";
import { agentSettings } from "../../domain/agent/agent-settings.ts";
import { listUnknownKeys } from "../../domain/agent/check-properties.ts";
import { READ_DEFINITION_LIMITS } from "../../domain/agent/definition-limits.ts";
import { DISPOSITION_LIMITS } from "../../domain/agent/disposition-codes.ts";
import { edgeProperties, findNodeSpecification } from "../../domain/agent/node-catalogue.ts";
import { NAME_LENGTH } from "../../domain/agent/node-properties.ts";
import { AGENT_STATUSES } from "../../domain/agent/usable-agent-version.ts";
import { OVERRIDE_REASON } from "../../domain/rehearsal/publish-gate.ts";
import { idField, idParameter, jsonObject, jsonObjectInput, optional, withDefault } from "../http/fields.ts";
import { pageLimit } from "../http/pagination.ts";

/** The highest number that a version's column can hold. */
const MOST_VERSIONS = 2_147_483_647;
const itemId = z.string().min(1).max(NAME_LENGTH);
const status = z.enum(AGENT_STATUSES);

export const agentParams = z.object({ workflow_id: idParameter });
export const nodeTypeParams = z.object({ name: z.string().max(100) });
export const statusQuery = z.object({ status: optional(status) });
export const versionsQuery = z.object({
  limit: pageLimit,
  offset: withDefault(z.coerce.number().int().min(0).max(1_000_000), 0),
  version_number: optional(z.coerce.number().int().min(1).max(MOST_VERSIONS)).meta({
    description: "The version with this number alone",
  }),
  definition_id: optional(idParameter).meta({ description: "The version that a run names in `definition_id` alone" }),
});

/** An editor's fields beside `data` (sizes, selection, handles) are dropped. */
const nodes = z.array(
  z.object({
    id: itemId,
    type: z.string().min(1).max(100),
    position: withDefault(z.object({ x: z.number(), y: z.number() }), { x: 0, y: 0 }),
    data: withDefault(jsonObject, {}),
  }),
);
const edges = z.array(z.object({ id: itemId, source: itemId, target: itemId, data: withDefault(jsonObject, {}) }));

/** The outline of a stored definition; rules check the data of its nodes and edges and their connections. */
export const storedDefinition = z.object({ nodes, edges: withDefault(edges, []) });

const limitedDefinition = z
  .object({
    nodes: nodes.max(READ_DEFINITION_LIMITS.nodes),
    edges: withDefault(edges.max(READ_DEFINITION_LIMITS.edges), []),
  })
  .meta({ id: "AgentDefinition" });

/** The definition in a request: unknown keys of `data` are refused with their place. */
const agentDefinition = limitedDefinition.superRefine(({ nodes, edges }, refinement) => {
  const refuse = (data: Record<string, unknown>, keys: string[], path: (string | number)[]) => {
    if (keys.length > 0) refinement.addIssue({ code: "unrecognized_keys", keys, path, input: data });
  };
  nodes.forEach(({ type, data }, index) => {
    const specification = findNodeSpecification(type);
    if (specification) refuse(data, listUnknownKeys(specification.properties, data), ["nodes", index, "data"]);
  });
  edges.forEach(({ data }, index) => refuse(data, listUnknownKeys(edgeProperties, data), ["edges", index, "data"]));
});

/** A list, or the object in which published clients send it back. */
const dispositionCodes = z
  .array(z.string().trim().min(1).max(DISPOSITION_LIMITS.characters))
  .max(DISPOSITION_LIMITS.codes);
const dispositionFields = {
  disposition_codes: optional(dispositionCodes).meta({ description: "The dispositions that a call can end with" }),
  call_disposition_codes: optional(z.strictObject({ disposition_codes: dispositionCodes })),
};

const name = z.string().trim().min(1).max(NAME_LENGTH);
/** Clients use both names; `workflow_definition` takes precedence. */
const definitionFields = { workflow_definition: optional(agentDefinition), definition: optional(agentDefinition) };
const contentFields = {
  ...definitionFields,
  ...dispositionFields,
  workflow_configurations: optional(agentSettings),
  template_context_variables: optional(jsonObjectInput).meta({
    description: "Values of {{variables}} where neither the contact nor the call has one",
  }),
};

type Definition = z.output<typeof agentDefinition>;
interface Content {
  workflow_definition?: Definition | undefined;
  definition?: Definition | undefined;
  disposition_codes?: string[] | undefined;
  call_disposition_codes?: { disposition_codes: string[] } | undefined;
}
const withOneName = <B extends Content>({ workflow_definition, call_disposition_codes, ...body }: B) => ({
  ...body,
  definition: workflow_definition ?? body.definition,
  definitionField: workflow_definition ? "workflow_definition" : "definition",
  disposition_codes: body.disposition_codes ?? call_disposition_codes?.disposition_codes,
});

export const createAgentBody = z
  .strictObject({ name, folder_id: optional(idField), ...contentFields })
  .transform((body, context) => {
    const { definition, ...content } = withOneName(body);
    if (definition) return { ...content, definition };
    context.addIssue({
      code: "custom",
      path: ["workflow_definition"],
      message: "Give the definition: nodes and edges",
    });
    return z.NEVER;
  });

const expected = (digest: string) =>
  optional(z.string().max(NAME_LENGTH)).meta({
    description: `The \`${digest}\` that was read; where somebody has changed it since, nothing is changed (409)`,
  });
const expectedDigest = expected("definition_digest");

export const publishAgentBody = z.strictObject({
  expected_digest: expectedDigest,
  override_reason: optional(z.string().trim().min(OVERRIDE_REASON.least).max(OVERRIDE_REASON.most)).meta({
    description: "Why an owner publishes a version that was not rehearsed or is red; it is kept in the timeline",
  }),
});
export const updateAgentBody = z
  .strictObject({
    name: optional(name),
    publish_needs_rehearsal: optional(z.boolean()).meta({
      description: "Whether a version is published only after a green rehearsal of it; an owner switches it off",
    }),
    ...contentFields,
    expected_digest: expectedDigest,
    expected_settings_digest: expected("settings_digest"),
  })
  .transform(withOneName);
export const validateAgentBody = z.strictObject(definitionFields).transform(withOneName);
export const setStatusBody = z.strictObject({ status });
export const moveAgentBody = z.strictObject({ folder_id: idField.nullable() });
