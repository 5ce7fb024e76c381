import { z } from "zod";
import type { updateAgentBody } from "../../../api/agents/agents.schemas.ts";
import { agentSettings, keptSettings, REFUSED_SETTINGS } from "../../../domain/agent/agent-settings.ts";
import { edgeProperties, nodeCatalogue } from "../../../domain/agent/node-catalogue.ts";
import type { PropertySpecification } from "../../../domain/agent/node-specification.ts";

/** Describes every field of an agent, in Markdown: what the catalogue and the settings say of themselves. */
export const describeFields = (): string =>
  [
    ...nodeCatalogue.map(({ name, description, properties }) =>
      section(`\`${name}\``, description, rowsOf(properties)),
    ),
    section("Edges", "The decisions that lead from one step to the next.", rowsOf(edgeProperties)),
    section("Settings (`workflow_configurations`)", "Unknown keys are refused.", settingRows()),
    refusedSection(),
    besideSection(),
    REFERENCES,
  ].join("\n\n");

/** What an agent's body says beside its definition and settings. */
const BESIDE: readonly { field: keyof z.input<typeof updateAgentBody>; says: string }[] = [
  {
    field: "template_context_variables",
    says: "Values of `{{variables}}` where neither the contact or caller nor the call has one; `{{current_date}}`, `{{current_time}}` and `{{current_weekday}}` are always there, where the person is.",
  },
  { field: "disposition_codes", says: "The list that the `disposition` of a call is chosen from." },
  { field: "call_disposition_codes", says: "The same list in an object, as published clients send it back." },
];

const besideSection = (): string =>
  section(
    "Beside definition and settings (`PUT /workflows/{workflow_id}`)",
    "Unknown keys are refused here too.",
    BESIDE.map(({ field, says }) => row(field, undefined, says)),
  );

const REFERENCES = `## What is named has to be there

Tools (\`tool_uuids\`), documents (\`document_uuids\`), recordings, credentials and voices that do not exist, or that the agent may not use,
are refused with their place when the definition is saved. The messages of tools are fields of the [tools](agents.md) themselves: none,
words of your own, or a recording.`;

const section = (title: string, description: string, rows: readonly string[]): string =>
  [`## ${title}`, "", description, "", "| Field | Default | What it does |", "|---|---|---|", ...rows].join("\n");

const rowsOf = (properties: readonly PropertySpecification[], prefix = ""): string[] =>
  properties.flatMap((property) => [
    row(`${prefix}${property.name}`, property.default, describeProperty(property)),
    ...rowsOf(property.properties ?? [], `${prefix}${property.name}[].`),
  ]);

const describeProperty = ({ description, required, options }: PropertySpecification): string =>
  [
    description,
    ...(required ? ["Required."] : []),
    ...(options ? [`One of ${options.map(({ value }) => `\`${value}\``).join(", ")}.`] : []),
  ].join(" ");

interface Schema {
  description?: string;
  type?: string;
  const?: unknown;
  enum?: unknown[];
  default?: unknown;
  anyOf?: Schema[];
  properties?: Record<string, Schema>;
}

const described: { $defs?: Record<string, Schema> } = JSON.parse(
  JSON.stringify(z.toJSONSchema(agentSettings, { io: "input" })),
);
const SETTINGS = described.$defs?.["AgentConfigurations"]?.properties ?? {};

interface Setting {
  /** `voice.gender` */
  name: string;
  schema: Schema;
}

/** Returns each setting, and behind one that is an object its own fields. */
const settings = (fields = SETTINGS, prefix = ""): Setting[] =>
  Object.entries(fields).flatMap(([key, schema]) => {
    const name = `${prefix}${key}`;
    return [{ name, schema }, ...settings(schemaWith(schema, "properties")?.properties ?? {}, `${name}.`)];
  });

const schemaWith = (schema: Schema, key: keyof Schema): Schema | undefined =>
  [schema, ...(schema.anyOf ?? [])].find((variant) => variant[key] !== undefined);

const descriptionOf = (schema: Schema): string => schemaWith(schema, "description")?.description ?? "";

/** Tells whether a field can only be absent or have a value that changes nothing. */
const isRefused = ({ name, schema }: Setting): boolean =>
  REFUSED_SETTINGS.includes(name.split(".")[0] ?? "") || schema.type === "null";

const settingRows = (): string[] => {
  const defaults = new Map<string, unknown>(Object.entries(keptSettings.parse({})));
  return settings()
    .filter((setting) => !isRefused(setting))
    .map(({ name, schema }) => {
      const options = schemaWith(schema, "enum")?.enum?.map((option) => `\`${String(option)}\``);
      return row(
        name,
        defaults.get(name),
        `${descriptionOf(schema)}.${options ? ` One of ${options.join(", ")}.` : ""}`,
      );
    });
};

const refusedSection = (): string =>
  [
    "## Settings that are refused",
    "",
    "Saving answers 422 with the place and the reason, unless they are left out, null, or at the value that changes nothing.",
    "",
    "| Field | Value that changes nothing | Why it is refused |",
    "|---|---|---|",
    ...settings()
      .filter((setting) => isRefused(setting) && descriptionOf(setting.schema) !== "")
      .map(({ name, schema }) => row(name, schemaWith(schema, "const")?.const, `${descriptionOf(schema)}.`)),
  ].join("\n");

const row = (name: string, fallback: unknown, text: string): string => {
  const shown = fallback === undefined || fallback === null ? "" : `\`${JSON.stringify(fallback)}\``;
  return `| \`${name}\` | ${shown} | ${text.replaceAll("|", "\\|").replaceAll("\n", " ")} |`;
};
