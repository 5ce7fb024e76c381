import type { Entities } from "../entity-manager.ts";
import { Tool } from "./tool.entity.ts";

export const findTool = (em: Entities, tool_uuid: string): Promise<Tool | null> => em.findOne(Tool, { tool_uuid });

/** Locks the tool for a change. */
export const lockTool = (em: Entities, tool_uuid: string): Promise<Tool | null> => em.lockOne(Tool, { tool_uuid });
