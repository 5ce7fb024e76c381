import { createHash } from "node:crypto";
import { readCurrentWork, runAsWork } from "./current-work.ts";
import type { SpanAddress } from "./span.ts";
import type { Tracing } from "./tracing.ts";

const spanIdOf = (text: string): string => createHash("sha256").update(text).digest("hex").slice(0, 16);

/**
 * Every process derives the ids of a call's trace from the run, so that what they record of it is one trace, without a word between
 * them.
 */
export const addressCall = (runUuid: string): SpanAddress => ({
  traceId: runUuid.replaceAll("-", ""),
  spanId: spanIdOf(`call ${runUuid}`),
});

/** Addresses what happens in a call under this key, such as a turn. */
export const addressInCall = (runUuid: string, key: string): SpanAddress => ({
  traceId: addressCall(runUuid).traceId,
  spanId: spanIdOf(`turn ${runUuid} ${key}`),
});

/** Runs work in the trace of a call, below what stands at this address. */
export const runInCall = <T>(tracing: Tracing, address: SpanAddress, work: () => Promise<T>): Promise<T> => {
  const span = tracing.at(address);
  return span === null ? work() : runAsWork({ fields: readCurrentWork()?.fields ?? {}, span }, work);
};

/** A run that is over, as its row has it. */
interface EndedCall {
  uuid: string;
  organization_id: number;
  agent_id: number;
  agent_version_id: number | null;
  campaign_id: number | null;
  direction: string;
  environment: string;
  mode: string;
  provider: string | null;
  created_at: Date;
  started_at: Date | null;
}

/** Records the root of a call's trace. To record it again, as a repeated activity does, changes nothing. */
export const recordCall = (
  tracing: Tracing,
  run: EndedCall,
  {
    outcome,
    endReason,
    endedAt,
    isFailed,
    callerUuid,
  }: { outcome: string; endReason: string; endedAt: Date; isFailed: boolean; callerUuid?: string | null },
): void =>
  tracing.record({
    name: "invoke_agent",
    ...addressCall(run.uuid),
    ...(callerUuid && { links: [addressCall(callerUuid)] }),
    startedAtMs: (run.started_at ?? run.created_at).getTime(),
    endedAtMs: endedAt.getTime(),
    isFailed,
    attributes: {
      "gen_ai.operation.name": "invoke_agent",
      "gen_ai.agent.id": String(run.agent_id),
      "gen_ai.agent.version": run.agent_version_id === null ? null : String(run.agent_version_id),
      "gen_ai.conversation.id": run.uuid,
      "ringdown.organization_id": run.organization_id,
      "ringdown.campaign_id": run.campaign_id,
      "ringdown.environment": run.environment,
      "ringdown.direction": run.direction,
      "ringdown.mode": run.provider ?? run.mode,
      "ringdown.outcome": outcome,
      "ringdown.end_reason": endReason,
    },
  });

/** A call to somebody who was to take a caller, as its row has it. */
export interface TransferCall {
  uuid: string;
  created_at: Date;
  ended_at: Date | null;
  outcome: string | null;
}

/** Records calls to people as parts of the caller's trace; each is linked with its own, which has what was said to the person. */
export const recordTransferCalls = (tracing: Tracing, callerUuid: string, calls: readonly TransferCall[]): void => {
  const caller = addressCall(callerUuid);
  for (const { uuid, created_at: begun, ended_at: ended, outcome } of calls)
    tracing.record({
      name: "transfer",
      ...addressInCall(callerUuid, `transfer ${uuid}`),
      parentSpanId: caller.spanId,
      links: [addressCall(uuid)],
      startedAtMs: begun.getTime(),
      endedAtMs: (ended ?? new Date()).getTime(),
      attributes: { "gen_ai.conversation.id": callerUuid, "ringdown.transfer.run": uuid, "ringdown.outcome": outcome },
    });
};
