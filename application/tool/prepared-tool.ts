import type { ToolCallEnd } from "../../infra/postgres/tool/tool-call.repository.ts";

export interface PreparedTool {
  /** A repetition does no harm, so after a crash the call is repeated. */
  repeatable: boolean;
  /** For an action in a connected app: the account and the action. */
  actsIn?: { accountId: number; action: string };
  run(): Promise<ToolCallEnd>;
}
