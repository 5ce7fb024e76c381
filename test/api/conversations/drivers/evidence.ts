import { callRunContract } from "../../../../workflows/call-run/call-run.contract.ts";
import { textSessionContract } from "../../../../workflows/text-session/text-session.contract.ts";
import { webCallContract } from "../../../../workflows/web-call/web-call.contract.ts";
import { waitUntil } from "../../../harness/wait-until.ts";
import type { CallingPlatform } from "../../calls/calling-platform.ts";
import { type RunRow, runRow, wordsOf } from "../talking-organization.ts";
import type { Driver } from "./driver.ts";
import type { Played } from "./scene.ts";

/** The traces of a conversation. */
export interface Evidence {
  driver: Driver;
  run: RunRow;
  /** The messages on the line. */
  heard: string[];
  /** The stored words: `agent: …`, cut to what was heard. */
  words: string[];
  endReason: string;
  toolCalls: { uuid: string; state: string; attempts: number }[];
  workflowId: string;
  /** The activities of the run's workflow, in the order in which they were scheduled. */
  activities: string[];
  /** Everything in the workflow's history, as text. */
  history: string;
  /** Ids of what its carrier has told. */
  events: string[];
  /** How often the timeline reports its end. */
  timesEnded: number;
}

/** Printed for people who wait for a slow machine; not judged. */
const ASKS_TO_WAIT = /: One moment, please\.$/;
const withoutWaiting = (lines: readonly string[]): string[] => lines.filter((line) => !ASKS_TO_WAIT.test(line));

export const untilRunIsOver = (platform: CallingPlatform, runId: number): Promise<RunRow> =>
  waitUntil(`run ${runId} is over`, async () => {
    const row = await runRow(platform, runId);
    return ["completed", "failed", "canceled"].includes(row.state) ? row : undefined;
  });

export const gatherEvidence = async (
  platform: CallingPlatform,
  { driver, played: { runId, heard } }: { driver: Driver; played: Played },
): Promise<Evidence> => {
  const { everything } = platform.test;
  const run = await untilRunIsOver(platform, runId);
  const workflowId = workflowIdOf(run);
  const endReason = await waitUntil(`the conversation of run ${runId} has ended`, async () => {
    const row = await everything
      .selectFrom("conversations")
      .select("end_reason")
      .where("run_id", "=", runId)
      .executeTakeFirst();
    return row?.end_reason;
  });
  // The settlement writes the event after the rows above.
  await waitUntil(
    `the timeline tells of the end of run ${runId}`,
    async () => (await endsOf(platform, runId)).length > 0,
  );
  const [words, toolCalls, events, ends, history] = await Promise.all([
    wordsOf(platform, runId),
    everything.selectFrom("tool_calls").select(["uuid", "state", "attempts"]).where("run_id", "=", runId).execute(),
    everything.selectFrom("carrier_events").select("event_id").where("run_id", "=", runId).execute(),
    endsOf(platform, runId),
    historyOf(platform, workflowId),
  ]);
  return {
    driver,
    run,
    heard: withoutWaiting(heard),
    words: withoutWaiting(words),
    endReason,
    toolCalls,
    workflowId,
    activities: history.flatMap(
      ({ activityTaskScheduledEventAttributes: scheduled }) => scheduled?.activityType?.name ?? [],
    ),
    history: JSON.stringify(history, (_key, value) =>
      value instanceof Uint8Array ? Buffer.from(value).toString() : value,
    ),
    events: events.map(({ event_id }) => event_id),
    timesEnded: ends.length,
  };
};

const endsOf = ({ test }: CallingPlatform, runId: number) =>
  test.everything
    .selectFrom("timeline_events")
    .select("id")
    .where("run_id", "=", runId)
    .where("kind", "=", "call_ended")
    .execute();

const workflowIdOf = ({ organization_id: organizationId, uuid: runUuid, mode }: RunRow): string => {
  const sessions = new Map([
    ["textchat", textSessionContract.workflowId],
    ["smallwebrtc", webCallContract.workflowId],
  ]);
  return (sessions.get(mode) ?? callRunContract.workflowId)({ organizationId, runUuid });
};

const historyOf = async ({ api }: CallingPlatform, workflowId: string) =>
  (await api.dependencies.temporal.workflow.getHandle(workflowId).fetchHistory()).events ?? [];
