import type { HiredParts } from "../../domain/template/hired-agent.ts";
import type { ShelfTemplate } from "../../domain/template/template.ts";
import { deriveUuid } from "../../infra/ids.ts";

/** Derives an id from the hire, so that a repeated step creates the same row. */
export const deriveHiredUuid = (hireUuid: string, kind: "tool" | "document", key: string): string =>
  deriveUuid(`${hireUuid}\n${kind}\n${key}`);

export const deriveHiredParts = (hireUuid: string, { tools }: Pick<ShelfTemplate, "tools">): HiredParts => ({
  toolUuids: Object.fromEntries(tools.map(({ key }) => [key, deriveHiredUuid(hireUuid, "tool", key)])),
  triggerPath: deriveUuid(`${hireUuid}\ntrigger`),
});
