import { readAgentSettings } from "../../domain/agent/agent-settings.ts";
import { THREAD_IDLE_SECONDS } from "../../domain/thread/thread-limits.ts";
import type { CallRun } from "../../infra/postgres/call/call-run.entity.ts";
import type { OrganizationTransaction } from "../../infra/postgres/database.ts";
import type { Thread } from "../../infra/postgres/thread/thread.entity.ts";

/** Reads after how long without a message a session in text ends, by what it belongs to. */
export const readIdleSeconds = async (
  tx: OrganizationTransaction,
  { thread, run }: { thread: Pick<Thread, "kind"> | null; run: Pick<CallRun, "id"> },
): Promise<number> => {
  if (thread && thread.kind !== "texts") return THREAD_IDLE_SECONDS;
  const version = await tx
    .selectFrom("call_runs")
    .innerJoin("agent_versions", "agent_versions.id", "call_runs.agent_version_id")
    .select("agent_versions.configurations")
    .where("call_runs.id", "=", run.id)
    .executeTakeFirst();
  const settings = readAgentSettings(version?.configurations ?? {});
  return thread ? settings.sms_inactivity_timeout_seconds : settings.text_chat_inactivity_timeout_seconds;
};
