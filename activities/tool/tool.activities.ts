import type { ToolActivities } from "../../workflows/run-tool.ports.ts";
import { withHeartbeat } from "../heartbeat.ts";
import { runTool, type ToolDependencies } from "./run-tool.ts";

export const createToolActivities = (deps: ToolDependencies): ToolActivities => ({
  runTool: (input) => withHeartbeat(() => runTool(deps, input)),
});
