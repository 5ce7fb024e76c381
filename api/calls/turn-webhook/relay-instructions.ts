import { z } from "zod";
import type { CallInstructions } from "../../../domain/call/call-instructions.ts";
import type { ApiDependencies } from "../../http/operation-context.ts";
import { createRelayAddress, readCallAddresses } from "../call-target.ts";
import { type AskingCall, readOwnNumber } from "./call-turn.ts";
import { buildHold } from "./hold-instructions.ts";
import { FIRST_HOLD_SECONDS } from "./turn-instructions.ts";

/** After this many connections the line counts as lost. */
const MOST_CONNECTIONS = 20;

const hangUp = (language: string): CallInstructions => ({ say: [], language, next: { kind: "hang_up" } });

/** Returns instructions to pass the call's words over a WebSocket. `round`: how many connections there were. */
export const buildRelayInstructions = (
  deps: ApiDependencies,
  { target, plan }: AskingCall,
  { round = 0 } = {},
): CallInstructions => {
  if (round >= MOST_CONNECTIONS) return hangUp(plan.language);
  return {
    say: [],
    language: plan.language,
    next: {
      kind: "relay",
      webSocketUrl: createRelayAddress(deps, target, plan.agreedSeconds),
      afterUrl: `${readCallAddresses(deps, target).afterUrl}?round=${round + 1}`,
      interruptible: true,
    },
  };
};

const transferOutcome = z.object({
  next: z.object({
    kind: z.literal("transfer"),
    to: z.string(),
    ringTimeoutSeconds: z.number(),
    transferUuid: z.string().optional(),
  }),
});

/**
 * Returns what comes after a relay: the transfer that the agent has requested, the end, or, when only the connection
 * was lost, another connection on which the conversation continues. Null: it continues by webhook turns.
 */
export const decideAfterRelay = async (
  deps: ApiDependencies,
  call: AskingCall,
  { round }: { round: number },
): Promise<CallInstructions | null> => {
  const { run } = call.target;
  const { language } = call.plan;
  const { conversation, last } = await deps.database.inOrganization(run.organization_id, async (tx) => ({
    conversation: await tx.selectFrom("conversations").select("state").where("run_id", "=", run.id).executeTakeFirst(),
    last: await tx
      .selectFrom("conversation_turns")
      .select("outcome")
      .where("run_id", "=", run.id)
      .where("discarded_at", "is", null)
      .orderBy("number", "desc")
      .limit(1)
      .executeTakeFirst(),
  }));
  if (conversation?.state === "ended") return hangUp(language);
  const transfer = transferOutcome.safeParse(last?.outcome);
  if (!transfer.success) return call.plan.mode === "relay" ? buildRelayInstructions(deps, call, { round }) : null;
  const { to, ringTimeoutSeconds, transferUuid } = transfer.data.next;
  if (transferUuid !== undefined) {
    return buildHold(deps, call, { at: { turn: 0, isByTurns: false, round }, say: [], seconds: FIRST_HOLD_SECONDS });
  }
  return {
    say: [],
    language,
    next: {
      kind: "transfer",
      to,
      callerId: readOwnNumber(call.target),
      ringTimeoutSeconds,
      afterUrl: `${readCallAddresses(deps, call.target).afterUrl}?round=${round}`,
    },
  };
};
