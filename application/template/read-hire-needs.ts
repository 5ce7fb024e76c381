import { listHireNeeds } from "../../domain/template/hire-needs.ts";
import type { HireNeed } from "../../domain/template/hire-progress.rules.ts";
import type { ShelfTemplate, ShelfText } from "../../domain/template/template.ts";
import type { ToolDefinition } from "../../domain/tool/tool-definition.ts";
import type { ModelChoice } from "../../infra/models/open-model.ts";
import type { OrganizationTransaction } from "../../infra/postgres/database.ts";
import { readSetAt } from "../../infra/postgres/model/model-configuration.repository.ts";
import { deriveHiredParts } from "./hired-ids.ts";

interface HireOfTemplate {
  hireUuid: string;
  template: ShelfTemplate;
  text: ShelfText;
  defaultEmbeddings: ModelChoice | null;
}

/** Reads what a hired agent lacks at present; a tool that is not added yet has no credential. */
export const readHireNeeds = async (
  tx: OrganizationTransaction,
  { hireUuid, template, text, defaultEmbeddings }: HireOfTemplate,
): Promise<HireNeed[]> => {
  const { toolUuids } = deriveHiredParts(hireUuid, template);
  const uuidsOfTools = Object.values(toolUuids);
  const rows =
    uuidsOfTools.length === 0
      ? []
      : await tx
          .selectFrom("tools")
          .select(["tool_uuid", "definition", "status"])
          .where("tool_uuid", "in", uuidsOfTools)
          .execute();
  const served = rows.filter(({ definition, status }) => status === "archived" || hasCredential(definition));
  const uuids = new Set(served.map(({ tool_uuid }) => tool_uuid));
  const keys = Object.entries(toolUuids).flatMap(([key, uuid]) => (uuids.has(uuid) ? [key] : []));
  const hasEmbeddings = defaultEmbeddings !== null || (await readSetAt(tx, "embeddings")) !== null;
  return listHireNeeds({ template, text }, { hasEmbeddings, served: keys });
};

const hasCredential = (definition: ToolDefinition): boolean =>
  "config" in definition && "credential_uuid" in definition.config && definition.config.credential_uuid !== null;
