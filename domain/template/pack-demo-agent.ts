import type { AgentDefinition } from "../agent/agent-definition.ts";
import { buildHiredAgent, type HiredAgent } from "./hired-agent.ts";
import { isCalling } from "./pack.ts";
import { listFirstPartyPacks } from "./packs.ts";
import { templates } from "./template-catalogue.ts";

/** The number of people who talk with one demo at a time. */
export const MOST_TALKING = 5;

/** What a business would answer that hires the agent; each required variable of a calling pack has one. */
const ANSWERS: Readonly<Record<string, string>> = {
  address: "12 Mill Lane",
  business_name: "Sunrise",
  emergency_number: "112",
  event_name: "Sunrise open house",
  event_time: "Friday at six in the evening, in the town hall",
  listing: "Two rooms, a balcony to the south, 900 a month, free from May",
  opening_hours: "Monday to Friday from nine to five",
  product: "our software for small offices",
  property: "the flat at 4 Mill Lane",
};

/** An agent by which people try a pack before they hire it. */
export interface PackDemoAgent extends HiredAgent {
  slug: string;
  /** Also the name of its talk page. */
  name: string;
  templateId: string;
}

/**
 * Returns an agent for each of the platform's packs with calls: that of its first template, in its first language. It has
 * no tools, so that a visitor's words reach nothing outside. `triggerPath`: the path of its trigger, if it has one.
 */
export const listPackDemoAgents = (triggerPath: (slug: string) => string): PackDemoAgent[] =>
  listFirstPartyPacks({})
    .filter(isCalling)
    .flatMap((pack) => {
      const template = templates.find(({ id }) => id === pack.templateIds[0]);
      const [text] = template?.texts ?? [];
      if (!template || !text) return [];
      const variables = Object.fromEntries(
        text.variables.flatMap(({ key, default: value }) => {
          const answer = ANSWERS[key] ?? value;
          return answer === null ? [] : [[key, answer]];
        }),
      );
      const answers = { agentName: pack.name, variables, greeting: null, voice: null };
      const agent = buildHiredAgent(text, answers, { toolUuids: {}, triggerPath: triggerPath(pack.slug) });
      const definition = withoutTools(agent.definition);
      return [{ ...agent, definition, slug: pack.slug, name: pack.name, templateId: template.id }];
    });

const withoutTools = ({ nodes, edges }: AgentDefinition): AgentDefinition => ({
  nodes: nodes.map((node) => ("tool_uuids" in node.data ? { ...node, data: { ...node.data, tool_uuids: [] } } : node)),
  edges,
});

/** Returns the required variables of an agent for which there is no answer; the catalogue's test expects none. */
export const listUnansweredVariables = (): string[] =>
  listFirstPartyPacks({})
    .filter(isCalling)
    .flatMap(({ templateIds }) => templates.find(({ id }) => id === templateIds[0])?.texts[0]?.variables ?? [])
    .filter(({ key, required, default: value }) => required && value === null && ANSWERS[key] === undefined)
    .map(({ key }) => key);
