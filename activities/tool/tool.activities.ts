import type { RequestActionActivities } from "../../workflows/request/request.ports.ts";
import type { ToolActivities } from "../../workflows/tool.ports.ts";
import { withHeartbeat } from "../heartbeat.ts";
import { carryOutAction } from "./carry-out-action.ts";
import { runTool, type ToolDependencies } from "./run-tool.ts";
import { createToolShares } from "./tool-shares.ts";

export const createToolActivities = (
  dependencies: Omit<ToolDependencies, "toolShares">,
): ToolActivities & RequestActionActivities => {
  const deps = { ...dependencies, toolShares: createToolShares() };
  return {
    carryOutAction: (input) => withHeartbeat(() => carryOutAction(deps, input)),
    runTool: (input) => withHeartbeat(() => runTool(deps, input)),
  };
};
