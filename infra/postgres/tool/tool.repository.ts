import { type EntityManager, LockMode } from "@mikro-orm/postgresql";
import { Tool } from "./tool.entity.ts";

export const findTool = (em: EntityManager, tool_uuid: string): Promise<Tool | null> => em.findOne(Tool, { tool_uuid });

/** For a change: nobody else changes it meanwhile. */
export const lockTool = (em: EntityManager, tool_uuid: string): Promise<Tool | null> =>
  em.findOne(Tool, { tool_uuid }, { lockMode: LockMode.PESSIMISTIC_WRITE });
