import type { ToolCallEnd } from "../postgres/tool/tool-call.repository.ts";

export interface PreparedTool {
  /** Doing it twice does no harm: after a crash it is done again. */
  repeatable: boolean;
  /** Of an action in a connected app: by which account it is done. */
  actsIn?: { accountId: number; action: string };
  run(): Promise<ToolCallEnd>;
}
