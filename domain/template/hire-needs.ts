import type { HireNeed } from "./hire-progress.rules.ts";
import type { ShelfTemplate, ShelfText } from "./template.ts";

const MUTE =
  "Its documents cannot be read yet, because the organization has set no model for embeddings: set one, and they are taken up.";
const SCRIPTED =
  "No language model is set, so a built-in script talks in its place, which understands little: set one among the organization's models, or on the agent.";

/** Characters of an answer to a question of the template, and of the greeting. */
export const LONGEST_HIRE_ANSWER = 5_000;

/** A tool of the agent that works with an app. */
export interface AppTool {
  name: string;
  /** The app's slug, or the host of the MCP server. */
  app: string;
  isSignedIn: boolean;
}

export interface HireSituation {
  hasEmbeddings: boolean;
  hasLanguageModel: boolean;
  /** The keys of the tools that have their credential. */
  served: readonly string[];
  appTools: readonly AppTool[];
}

/** Lists what the agent lacks: credentials of tools that have none, apps that nobody is signed in to, and models. */
export const listHireNeeds = (
  { template, text }: { template: Pick<ShelfTemplate, "tools">; text: Pick<ShelfText, "documents"> },
  { hasEmbeddings, hasLanguageModel, served, appTools }: HireSituation,
): HireNeed[] => [
  ...template.tools.flatMap(({ key, name: tool, credential }): HireNeed[] => {
    if (!credential || served.includes(key)) return [];
    const detail = `${credential.why} Provide it, or store it and name it in the tool ${tool}.`;
    return [{ kind: "credential", name: credential.name, detail }];
  }),
  ...listUnconnected(appTools),
  ...(hasLanguageModel ? [] : [{ kind: "language_model", name: null, detail: SCRIPTED } as const]),
  ...(hasEmbeddings || text.documents.length === 0 ? [] : [{ kind: "embeddings", name: null, detail: MUTE } as const]),
];

/** One need for each app, however many tools work with it. */
const listUnconnected = (tools: readonly AppTool[]): HireNeed[] => {
  const waiting = Map.groupBy(
    tools.filter(({ isSignedIn }) => !isSignedIn),
    ({ app }) => app,
  );
  return [...waiting].map(([app, of]) => {
    const names = of.map(({ name }) => name).join(", ");
    const detail = `Nobody is signed in to ${app} for ${of.length === 1 ? "its tool" : "its tools"} ${names}: connect the app, and choose the account in the tool.`;
    return { kind: "connector", name: app, detail };
  });
};
