import { readFileSync, writeFileSync } from "node:fs";
import { expect, it } from "@jest/globals";
import { operations } from "../../../api/areas.ts";
import { buildOpenApiDocument } from "../../../api/http/openapi/build-document.ts";
import type { Schema } from "../../../api/http/openapi/schema.ts";
import { TIMELINE_KINDS } from "../../../domain/timeline/timeline-kinds.ts";

// Written anew with `UPDATE_GUIDES=1 npm test -- guides/webhook-bodies`.
const FILE = "docs/integrators/webhook-bodies.md";
const { schemas } = buildOpenApiDocument(operations, { version: "0", serverUrl: "/" }).components;

const HEAD = `# Bodies of webhooks

A delivery is a POST of JSON with \`type\`, \`timestamp\` and \`data\` ([Webhooks](webhooks.md) says how it is signed and repeated). The OpenAPI
document has each body under \`webhooks\`, so that generators make types of them. \`data\` is the event as the timeline shows it:

{event}

\`call_ended\` and \`outcome\` also have the call, \`data.run\`:

{run}

The three events of requests have instead:

{request}

\`audit.act\` has an act of the audit instead:

{act}

## What \`data.payload\` holds

A field that says "or null" may be null; every field may be absent, and more may come. \`system\` and \`campaign\` are of many kinds:
of each event, the fields that it needs are there. These tables are made from the schemas, whose fields come from events that tests recorded.
`;

const typeOf = ({ type, const: fixed, $ref: reference, anyOf }: Schema): string => {
  if (fixed !== undefined) return `"${String(fixed)}"`;
  if (reference) return "object";
  if (anyOf) return anyOf.map(typeOf).join(" or ");
  return [type ?? "any"].flat().join(" or ");
};

const tableOf = (name: string, without: readonly string[] = []): string => {
  const fields = Object.entries(schemas[name]?.properties ?? {}).filter(([field]) => !without.includes(field));
  const rows = fields.map(([field, schema]) => `| \`${field}\` | ${typeOf(schema)} | ${schema.description ?? ""} |`);
  return ["| Field | Type | What it is |", "|---|---|---|", ...rows].join("\n");
};

const pascal = (kind: string): string =>
  kind.replaceAll(/(?:^|_)(\w)/g, (_match, letter: string) => letter.toUpperCase());

const sectionOf = (kind: string): string => `\n### ${kind}\n\n${tableOf(`TimelineEvent${pascal(kind)}Payload`)}\n`;

it("the guide lists what each body holds", () => {
  const head = HEAD.replace("{event}", tableOf("TimelineEventSystem", ["payload"]).replace('"system"', "string"))
    .replace("{run}", tableOf("WebhookRun"))
    .replace("{request}", tableOf("WebhookRequest"))
    .replace("{act}", tableOf("Act"));
  const wanted = `${head}${TIMELINE_KINDS.map(sectionOf).join("")}`;
  if (process.env["UPDATE_GUIDES"]) writeFileSync(FILE, wanted);
  expect(readFileSync(FILE, "utf8")).toBe(wanted);
});
