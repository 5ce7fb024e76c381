import type { ToolCallEnd } from "../postgres/tool/tool-call.repository.ts";

export interface PreparedTool {
  /** Doing it twice does no harm: after a crash it is done again. */
  repeatable: boolean;
  /** An action in a connected app is done by this account. */
  actsIn?: { accountId: number; action: string };
  run(): Promise<ToolCallEnd>;
}
