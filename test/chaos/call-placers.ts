import { hostname } from "node:os";
import { Client, Connection } from "@temporalio/client";
import { callRunContract } from "../../workflows/call-run/call-run.contract.ts";
import type { ChaosCampaign } from "./chaos-campaign.ts";

const AT_ONCE = 10;

/**
 * Counts the hand-overs to the carrier that each worker process has carried out, by its process id, from Temporal's
 * histories.
 */
export const countHandOvers = async (
  address: string,
  { campaignId }: Pick<ChaosCampaign, "campaignId">,
): Promise<Map<number, number>> => {
  const connection = await Connection.connect({ address });
  try {
    const client = new Client({ connection });
    const runs = client.workflow.list({
      query: `WorkflowType = "${callRunContract.type}" AND CampaignId = ${campaignId}`,
    });
    const counts = new Map<number, number>();
    let batch: Promise<number[]>[] = [];
    const countBatch = async () => {
      for (const pid of (await Promise.all(batch)).flat()) counts.set(pid, (counts.get(pid) ?? 0) + 1);
      batch = [];
    };
    for await (const { workflowId, runId } of runs) {
      batch.push(placersOf(client, { workflowId, runId }));
      if (batch.length === AT_ONCE) await countBatch();
    }
    await countBatch();
    return counts;
  } finally {
    await connection.close();
  }
};

type HistoryEvent = NonNullable<
  Awaited<ReturnType<ReturnType<Client["workflow"]["getHandle"]>["fetchHistory"]>>["events"]
>[number];

const placersOf = async (
  client: Client,
  { workflowId, runId }: { workflowId: string; runId: string },
): Promise<number[]> => {
  const { events = [] } = await client.workflow.getHandle(workflowId, runId).fetchHistory();
  const placing = new Set<string>();
  const placers: number[] = [];
  let taskOf = "";
  for (const event of events ?? []) {
    taskOf = event.workflowTaskCompletedEventAttributes?.identity ?? taskOf;
    if (isHandedOver(event.markerRecordedEventAttributes)) placers.push(pidOf(taskOf));
    const { activityType } = event.activityTaskScheduledEventAttributes ?? {};
    if (activityType?.name === "placeCall") placing.add(String(event.eventId));
    const started = event.activityTaskStartedEventAttributes;
    if (started && placing.has(String(started.scheduledEventId))) placers.push(pidOf(started.identity ?? ""));
  }
  return placers;
};

type Marker = Pick<NonNullable<HistoryEvent["markerRecordedEventAttributes"]>, "markerName" | "details">;

/** The SDK writes a local activity down as a marker: what it was, and its result. */
const isHandedOver = (marker: Marker | null | undefined): boolean => {
  if (marker?.markerName !== "core_local_activity") return false;
  const [data = "", result = ""] = ["data", "result"].map((name) =>
    Buffer.from(marker.details?.[name]?.payloads?.[0]?.data ?? []).toString(),
  );
  return data.includes(`"placeCallAtOnce"`) && result !== "null";
};

/** The SDK's own name of a worker: `<process id>@<host>`. */
const pidOf = (identity: string): number => {
  const [pid, host] = identity.split("@");
  if (host !== hostname()) throw new Error(`a worker calls itself ${identity}`);
  return Number(pid);
};
