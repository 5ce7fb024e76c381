import { z } from "zod";
import { readAgentSettings } from "../agent/agent-settings.ts";
import { readDefinition } from "../agent/read-definition.ts";
import { MEGABYTE } from "../file/bytes.ts";
import { scenarioContent } from "../rehearsal/scenario.ts";
import { isCalling, PACK_CHANNELS, type Pack, packDemo } from "./pack.ts";
import type { ShelfTemplate } from "./template.ts";

/** Packs that an organization makes of its own agents, for itself. */

/** Agents of one pack, and the bytes of all of them: a version is read whole, also for the hire of one agent, and kept for each publication. */
export const MOST_PACKED_AGENTS = 20;
export const MOST_PACKED_BYTES = 2 * MEGABYTE;

/** The address of a pack: small letters and digits, with single hyphens between them. */
export const LONGEST_SLUG = 60;
export const SLUG = /^[a-z0-9]+(-[a-z0-9]+)*$/;

/** Makes the address of a pack from its name; empty: the name has no letters or digits for one. */
export const buildPackSlug = (name: string): string =>
  name
    .normalize("NFKD")
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .slice(0, LONGEST_SLUG)
    .replaceAll(/^-|-$/g, "");

const words = z.string();

/** An agent as it was when the version was made. */
const packedAgent = z.object({
  agent_id: z.number().int(),
  name: words,
  definition: z.record(z.string(), z.unknown()).transform(readDefinition),
  configurations: z.record(z.string(), z.unknown()).transform(readAgentSettings),
  variables: z.record(z.string(), z.string()),
  disposition_codes: z.array(words),
  /** Those of versions that were made before scenarios were packed are not known. */
  scenarios: z
    .array(z.object({ name: words, content: scenarioContent, runs: z.number().int(), must_pass: z.boolean() }))
    .default([]),
});

/** The content of a version beside its name, summary and job. */
export const ownPackContent = z.object({
  industries: z.array(words),
  channels: z.array(z.enum(PACK_CHANNELS)).min(1),
  steps: z.array(words),
  compliance_notes: z.array(words),
  demo: packDemo,
  agents: z.array(packedAgent),
});
/** The input form of that content. */
export type WrittenPackContent = z.input<typeof ownPackContent>;
export type OwnPackContent = z.output<typeof ownPackContent>;

export interface OwnPackVersion {
  packId: number;
  slug: string;
  number: number;
  state: "draft" | "published" | "archived";
  name: string;
  summary: string;
  job: string;
  content: OwnPackContent;
}

/** Formats the number of an own pack's version like the versions of the platform's packs. */
export const formatVersion = (number: number): string => `${number}.0.0`;

/** The address of a template in an own pack; no template of the catalogue has such an id. */
export interface OwnTemplateAddress {
  packId: number;
  agentId: number;
}
const OWN_TEMPLATE = /^pack-([1-9]\d{0,14})-agent-([1-9]\d{0,14})$/;

export const buildOwnTemplateId = ({ packId, agentId }: OwnTemplateAddress): string =>
  `pack-${packId}-agent-${agentId}`;

export const parseOwnTemplateId = (templateId: string): OwnTemplateAddress | null => {
  const [, packId, agentId] = OWN_TEMPLATE.exec(templateId) ?? [];
  return packId === undefined || agentId === undefined ? null : { packId: Number(packId), agentId: Number(agentId) };
};

export const buildOwnPack = (version: OwnPackVersion, publisher: Pack["publisher"]): Pack => {
  const { content } = version;
  const { agents } = content;
  return {
    slug: version.slug,
    name: version.name,
    summary: version.summary,
    job: version.job,
    version: formatVersion(version.number),
    state: version.state === "draft" ? "draft" : "published",
    publisher,
    industries: content.industries,
    languages: [...new Set(agents.map(({ configurations }) => configurations.language))],
    channels: content.channels,
    steps: content.steps,
    complianceNotes: content.compliance_notes,
    templateIds: agents.map(({ agent_id: agentId }) => buildOwnTemplateId({ packId: version.packId, agentId })),
    demo: content.demo,
  };
};

/** Returns each agent of the pack as a template; its tools and documents already belong to the organization. */
export const listOwnTemplates = (version: OwnPackVersion): ShelfTemplate[] => {
  const { packId, content } = version;
  return content.agents.map((agent) => ({
    id: buildOwnTemplateId({ packId, agentId: agent.agent_id }),
    version: formatVersion(version.number),
    vertical: content.industries[0] ?? "any",
    direction: directionOf(content),
    voice: agent.configurations.voice ?? {},
    tools: [],
    texts: [
      {
        language: agent.configurations.language,
        name: agent.name,
        summary: version.summary,
        steps: content.steps,
        compliance_notes: content.compliance_notes,
        variables: Object.entries(agent.variables).map(([key, value]) => ({
          key,
          question: `What is ${key}?`,
          required: value === "",
          default: value === "" ? null : value,
        })),
        documents: [],
        disclosure: agent.configurations.disclosure ?? "",
        dispositions: agent.disposition_codes,
        conversations: [],
        packed: {
          definition: agent.definition,
          configurations: agent.configurations,
          scenarios: agent.scenarios,
        },
      },
    ],
  }));
};

const directionOf = ({ channels }: OwnPackContent): ShelfTemplate["direction"] => {
  if (channels.includes("outbound_call")) return "outbound";
  return isCalling({ channels }) || !channels.includes("scheduled") ? "inbound" : "scheduled";
};
