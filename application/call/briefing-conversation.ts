import { isMachine } from "../../domain/answerer/answered-by.rules.ts";
import {
  BRIEFING_SILENCE_SECONDS,
  LONGEST_BRIEFING_SECONDS,
  MOST_SILENCES,
  readDigitsAsDecision,
} from "../../domain/call/transfer.rules.ts";
import type { Conversation, Heard, TurnReport } from "../../domain/conversation/conversation.ts";
import { recognizeAnswerer } from "../../domain/conversation/heard/answerer.ts";
import { toHeardLanguage } from "../../domain/conversation/heard/fold-words.ts";
import { readYesOrNo } from "../../domain/conversation/heard/intents.ts";
import { applyTurnEnd } from "../../domain/conversation/run-turn.ts";
import { chooseTransferWords, type TransferWords } from "../../domain/conversation/transfer-words.ts";
import type { EndReason, TurnEnd, TurnSession } from "../../domain/conversation/turn-session.ts";
import type { CallRun } from "../../infra/postgres/call/call-run.entity.ts";
import type { CallTransfer } from "../../infra/postgres/call/call-transfer.entity.ts";
import {
  acceptTransfer,
  beginBriefing,
  countSilence,
  endTry,
  lookAfterTransfer,
} from "../../infra/postgres/call/call-transfers.repository.ts";
import type { Database, OrganizationTransaction } from "../../infra/postgres/database.ts";

type LegRun = Pick<CallRun, "id" | "uuid" | "organization_id" | "agent_id">;

interface Answer {
  words: readonly string[];
  next: TurnEnd;
}

/**
 * The conversation with a person who is to take a caller: what the call is about, and yes or no. No model takes part, and its only
 * state is the transfer's row, so any process goes on with it and a repeated request gets the same answer.
 */
export const openBriefing = async (
  database: Pick<Database, "inOrganization">,
  run: LegRun,
  session: TurnSession,
): Promise<Conversation> => {
  const decide = (choose: Choice) =>
    database.inOrganization(run.organization_id, async (tx) => {
      const transfer = await lookAfterTransfer(tx, { legUuid: run.uuid });
      if (transfer === null || transfer.state === "over")
        return goodbye(chooseTransferWords(transfer?.language ?? "en").callerLeft);
      // They have said yes: nothing that is heard of them changes it.
      if (!mayStillDecide(transfer)) return join(transfer);
      return choose(tx, transfer, chooseTransferWords(transfer.language));
    });
  const take = async (turnKey: string, choose: Choice): Promise<TurnReport> => {
    const { words, next } = await decide(choose);
    const said = words.map((text) => ({ text, interruptible: next.kind === "listen" }));
    for (const sentence of said) await session.say(sentence);
    await applyTurnEnd(session, next);
    return { kind: "done", turnUuid: turnKey, repeated: false, outcome: { said, next } };
  };
  const leave = async (reason: EndReason): Promise<TurnReport> => {
    await session.end({ reason });
    return { kind: "over", reason };
  };
  return {
    facts: {
      runId: run.id,
      runUuid: run.uuid,
      organizationId: run.organization_id,
      agentId: run.agent_id,
      language: "en",
      endsAt: new Date(Date.now() + LONGEST_BRIEFING_SECONDS * 1000),
      isOver: false,
    },
    begin: ({ turnKey, answeredBy }) => take(turnKey, isMachine(answeredBy) ? leaveMailbox : brief),
    hear: ({ turnKey, ...heard }) => take(turnKey, (tx, transfer, words) => decideBy(tx, { transfer, words, heard })),
    machineDetected: ({ turnKey }) => take(turnKey, leaveMailbox),
    timeIsUp: ({ turnKey }) => take(turnKey, giveUp),
    interrupted: async () => {},
    // A mailbox is told by its tone and by what it has said.
    answererSpeaks: async ({ turnKey, text, spokenMs }) =>
      isMailbox({ words: text, isWhole: false, spokenMs }) ? take(turnKey, leaveMailbox) : { kind: "superseded" },
    hearNews: ({ turnKey }) => take(turnKey, brief),
    transferEnded: () => leave("call_transferred"),
    // Nobody listens in on the call to a person who is asked to take a caller.
    fallSilent: async () => {},
    supervisorSays: ({ turnKey }) => take(turnKey, brief),
    handedBack: ({ turnKey }) => take(turnKey, brief),
    personLeft: async () => {},
    stop: ({ reason }) => leave(reason),
  };
};

type Choice = (tx: OrganizationTransaction, transfer: CallTransfer, words: TransferWords) => Promise<Answer>;

const LISTEN: TurnEnd = { kind: "listen", silenceSeconds: BRIEFING_SILENCE_SECONDS, interruptible: true };

const goodbye = (words: string): Answer => ({ words: [words], next: { kind: "end", reason: "agent_hangup" } });

const mayStillDecide = ({ state }: CallTransfer): boolean => state !== "accepted" && state !== "connected";

const join = ({ uuid }: CallTransfer, ...words: readonly string[]): Answer => ({
  words,
  next: { kind: "join", conference: uuid },
});

const brief: Choice = async (tx, transfer, words) => {
  const { briefing } = await beginBriefing(tx, transfer);
  return { words: [words.intro, ...(briefing === "" ? [] : [briefing]), words.ask], next: LISTEN };
};

/** Nothing about the caller is left on a mailbox. */
const leaveMailbox: Choice = async (tx, transfer) => {
  await endTry(tx, transfer, "voicemail");
  return { words: [], next: { kind: "end", reason: "voicemail_detected" } };
};

const giveUp: Choice = async (tx, transfer, words) => {
  await endTry(tx, transfer, "no_answer");
  return goodbye(words.declined);
};

const decideBy = async (
  tx: OrganizationTransaction,
  { transfer, words, heard }: { transfer: CallTransfer; words: TransferWords; heard: Heard },
): Promise<Answer> => {
  const decision = readDecision(heard, transfer.language);
  // An announcement may have a yes in it.
  if (decision !== false && heard.kind === "speech" && isMailbox({ words: heard.text, isWhole: true }))
    return leaveMailbox(tx, transfer, words);
  if (decision === true) {
    await acceptTransfer(tx, transfer);
    return join(transfer, words.connecting);
  }
  if (decision === false) {
    await endTry(tx, transfer, "declined");
    return goodbye(words.declined);
  }
  if (heard.kind === "silence" && (await countSilence(tx, transfer)) > MOST_SILENCES)
    return giveUp(tx, transfer, words);
  return { words: [words.askAgain], next: LISTEN };
};

const isMailbox = (said: Parameters<typeof recognizeAnswerer>[0]): boolean =>
  recognizeAnswerer(said)?.by === "voicemail";

const readDecision = (heard: Heard, language: string): boolean | null => {
  if (heard.kind === "digits") return readDigitsAsDecision(heard.digits);
  return heard.kind === "speech" ? readYesOrNo(heard.text, toHeardLanguage(language)) : null;
};
