import { z } from "zod";
import { keptSettings, REFUSED_SETTINGS } from "../../../domain/agent/agent-settings.ts";
import { edgeProperties, nodeCatalogue } from "../../../domain/agent/node-catalogue.ts";
import type { PropertySpecification } from "../../../domain/agent/node-specification.ts";

/** The reference of every field of an agent, in Markdown: what the catalogue and the settings say of themselves. */
export const describeFields = (): string =>
  [
    ...nodeCatalogue.map(({ name, description, properties }) =>
      section(`\`${name}\``, description, rowsOf(properties)),
    ),
    section("Edges", "The decisions that lead from one step to the next.", rowsOf(edgeProperties)),
    section("Settings (`workflow_configurations`)", "Unknown keys are refused.", settingRows()),
    `Refused unless they are left out or at the value that changes nothing: ${REFUSED_SETTINGS.map((name) => `\`${name}\``).join(", ")}.`,
  ].join("\n\n");

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

const settingRows = (): string[] => {
  const defaults = new Map<string, unknown>(Object.entries(keptSettings.parse({})));
  return Object.entries(keptSettings.shape).map(([name, schema]) =>
    row(name, defaults.get(name), `${z.globalRegistry.get(schema)?.description ?? ""}.`),
  );
};

const row = (name: string, fallback: unknown, text: string): string => {
  const shown = fallback === undefined || fallback === null ? "" : `\`${JSON.stringify(fallback)}\``;
  return `| \`${name}\` | ${shown} | ${text.replaceAll("|", "\\|").replaceAll("\n", " ")} |`;
};
