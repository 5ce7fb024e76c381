import { readAgentSettings } from "../../../domain/agent/agent-settings.ts";
import { TAKEN_WITHIN_MS } from "../../../infra/temporal/deadlines.ts";
import { startOncePromptly } from "../../../infra/temporal/start-workflow.ts";
import type { SessionToStart } from "../../../workflows/session.contract.ts";
import { textSessionContract, textSessionStartOptions } from "../../../workflows/text-session/text-session.contract.ts";
import type { ApiDependencies } from "../../http/operation-context.ts";

/** Starts a session's workflow; returns false when it has one. */
export const startSessionWorkflow = (
  { temporal }: ApiDependencies,
  run: SessionToStart,
  { configurations }: { configurations: Record<string, unknown> },
): Promise<boolean> => {
  const inactivitySeconds = readAgentSettings(configurations).text_chat_inactivity_timeout_seconds;
  return temporal.withDeadline(Date.now() + TAKEN_WITHIN_MS, () =>
    startOncePromptly(temporal, textSessionContract.type, textSessionStartOptions(run, { inactivitySeconds })),
  );
};
