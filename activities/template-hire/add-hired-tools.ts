import { deriveHiredParts, deriveHiredUuid } from "../../application/template/hired-ids.ts";
import { buildHiredTool, listToolAddresses } from "../../domain/template/hired-agent.ts";
import { requireHire } from "../../infra/postgres/template/template-hire.repository.ts";
import type { TemplateHireInput } from "../../workflows/template-hire/template-hire.contract.ts";
import type { WorkerDependencies } from "../dependencies.ts";
import { createHireFailure, readHiredTemplate } from "./read-hired-template.ts";

/** Adds the tools that the agent's definition names. */
export const addHiredTools = (
  { database, guardedRequests }: WorkerDependencies,
  { organizationId, hireUuid }: TemplateHireInput,
): Promise<void> =>
  database.inOrganization(organizationId, async (tx) => {
    const hire = await requireHire(tx, hireUuid);
    for (const tool of (await readHiredTemplate(tx, hire)).template.tools) {
      const definition = buildHiredTool(tool, hire.variables);
      for (const address of listToolAddresses(definition)) {
        const fault = guardedRequests.urlFault(address);
        if (fault !== null) throw createHireFailure(`The tool ${tool.name} cannot be used: ${fault}`);
      }
      await tx
        .insertInto("tools")
        .values({
          organization_id: organizationId,
          tool_uuid: deriveHiredUuid(hireUuid, "tool", tool.key),
          name: tool.name,
          description: tool.description,
          category: definition.type,
          definition,
          created_by: hire.created_by,
        })
        .onConflict((conflict) => conflict.column("tool_uuid").doNothing())
        .execute();
    }
  });

export const undoHiredTools = (
  { database }: WorkerDependencies,
  { organizationId, hireUuid }: TemplateHireInput,
): Promise<void> =>
  database.inOrganization(organizationId, async (tx) => {
    const { template } = await readHiredTemplate(tx, await requireHire(tx, hireUuid));
    const uuids = Object.values(deriveHiredParts(hireUuid, template).toolUuids);
    if (uuids.length === 0) return;
    await tx.updateTable("tools").set({ status: "archived" }).where("tool_uuid", "in", uuids).execute();
  });
