import type { HireNeed } from "./hire-progress.rules.ts";
import type { ShelfTemplate, ShelfText } from "./template.ts";

const MUTE =
  "Its documents cannot be read yet, because the organization has set no model for embeddings: set one, and they are taken up.";

/** Lists what the agent lacks: credentials of tools that have none, and a model that reads its documents. */
export const listHireNeeds = (
  { template, text }: { template: Pick<ShelfTemplate, "tools">; text: Pick<ShelfText, "documents"> },
  { hasEmbeddings, served }: { hasEmbeddings: boolean; served: readonly string[] },
): HireNeed[] => {
  const credentials = template.tools.flatMap(({ key, name: tool, credential }): HireNeed[] => {
    if (!credential || served.includes(key)) return [];
    const detail = `${credential.why} Provide it, or store it and name it in the tool ${tool}.`;
    return [{ kind: "credential", name: credential.name, detail }];
  });
  if (hasEmbeddings || text.documents.length === 0) return credentials;
  return [...credentials, { kind: "embeddings", name: null, detail: MUTE }];
};
