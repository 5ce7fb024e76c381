import type { LogEntry } from "@temporalio/worker";

/** Several of our workers have only activities, and each says so at every start. */
const WITHOUT_WORKFLOWS = "No workflows registered";

/** Returns the level at which we log a line of Temporal's SDK. Its informative lines are of use only to people who debug it. */
export const chooseLogLevel = ({ level, message }: Pick<LogEntry, "level" | "message">): "debug" | "warn" | "error" => {
  if (level === "ERROR") return "error";
  return level === "WARN" && !message.startsWith(WITHOUT_WORKFLOWS) ? "warn" : "debug";
};
