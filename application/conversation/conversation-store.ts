import { randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { sql } from "kysely";
import {
  type ConversationPosition,
  type ConversationRun,
  type ConversationStore,
  NoConversationError,
  relaysWords,
  SupersededError,
  type TurnClaim,
} from "../../domain/conversation/conversation.ports.ts";
import type { NewEntry } from "../../domain/conversation/entries.ts";
import { SEND_KEYS_FUNCTION } from "../../domain/conversation/step-functions.ts";
import { asEndReason } from "../../domain/conversation/turn-session.ts";
import { isRecord, parseJson, readText } from "../../domain/json/json-value.ts";
import { listHiddenVariables } from "../../domain/privacy/kept-original.ts";
import type { Clock } from "../../infra/clock.ts";
import { findRun } from "../../infra/postgres/call/call-run.repository.ts";
import { readRunAgent } from "../../infra/postgres/call/run-agent.repository.ts";
import type { ModelOutage } from "../../infra/postgres/conversation/failed-turns.repository.ts";
import { noteSound } from "../../infra/postgres/conversation/measured-turns.repository.ts";
import { readToolResult, requestTool } from "../../infra/postgres/conversation/requested-tool.repository.ts";
import type { Database, OrganizationTransaction } from "../../infra/postgres/database.ts";
import { hasDoneNothing, isPassingFailure } from "../../infra/postgres/passing-failures.ts";
import { keepOriginals, sealOriginal } from "../../infra/postgres/privacy/kept-originals.repository.ts";
import { sendWithCommit } from "../../infra/postgres/send-together.ts";
import type { SecretBox } from "../../infra/secrets/secret-box.ts";
import { tellHandOver } from "../call/other-agent.ts";
import { claimTurn } from "./claim-turn.ts";
import { cutReply, endConversation } from "./end-conversation.ts";
import { breakOffTurn, finishTurn } from "./finish-turn.ts";
import { hideInAgentsWords, hideInDetails, hideInGathered, hideInWords } from "./hide-in-rows.ts";
import { tellOfAgent } from "./tell-of-agent.ts";

/** Creates the store of conversations on PostgreSQL. */
export const createConversationStore = ({
  database,
  secrets,
  clock,
  tellOfOutage,
}: {
  database: Database;
  secrets: SecretBox;
  clock: Clock;
  /** Called once for each outage, after the turn was stored. */
  tellOfOutage(outage: ModelOutage): void;
}): ConversationStore => {
  const inOrganization = <T>(
    { organizationId }: { organizationId: number },
    work: (tx: OrganizationTransaction) => Promise<T>,
  ) => database.inOrganization(organizationId, work);
  /** Nobody repeats what a turn has said and done. */
  const inTurn: typeof inOrganization = (address, work) =>
    keepTrying(() => inOrganization(address, work), { while: hasDoneNothing });
  return {
    open: (address) => inOrganization(address, (tx) => open(tx, { ...address, now: clock.now() })),
    claimTurn: (run, request) => {
      const token = randomUUID();
      const claim = () => inOrganization(run, (tx) => claimTurn(tx, { run, request, token, secrets }));
      // Words that come over a relay are said once. A claim that was made nevertheless is known by its token.
      return relaysWords(run.driver) ? keepTrying(claim, { while: isPassingFailure }) : claim();
    },
    keepAlive: (claim) => inOrganization(claim, (tx) => keepAlive(tx, claim)),
    append: (claim, entries) =>
      inTurn(claim, async (tx) => {
        if (entries.some(pressesKeys)) return appendPressedKeys(tx, { claim, secrets }, entries);
        await sendWithCommit(tx, (tx) => [append(tx, { claim, secrets }, entries)]);
      }),
    appendStep: (claim, entry, place) => inTurn(claim, (tx) => appendStep(tx, { claim, secrets }, { entry, place })),
    requestTool: (claim, request) => inTurn(claim, (tx) => requestTool(tx, { claim, request, secrets })),
    readToolResult: (claim, uuid) =>
      keepTrying(() => inOrganization(claim, (tx) => readToolResult(tx, { uuid, secrets })), {
        while: isPassingFailure,
      }),
    finishTurn: async (claim, result) => {
      const outage = await inTurn(claim, (tx) => finishTurn(tx, { claim, secrets }, result));
      if (outage) tellOfOutage(outage);
    },
    breakOff: (claim, position, words) =>
      inTurn(claim, (tx) => breakOffTurn(tx, { claim, secrets }, { position, words })),
    notePlayed: (claim, { recordingId: recording_id, playedMs: played_ms }) =>
      inOrganization(claim, (tx) =>
        tellOfAgent(tx, claim, {
          summary: "Music played while a tool worked",
          payload: { event: "tool_music_played", recording_id, played_ms },
        }),
      ),
    noteSound: (run, sound) => inOrganization(run, (tx) => noteSound(tx, run.runId, sound)),
    cutReply: (run, heard) =>
      (relaysWords(run.driver) ? inTurn : inOrganization)(run, (tx) =>
        cutReply(tx, run, hideInWords(run.redaction, heard)),
      ),
    end: (run, end) => (relaysWords(run.driver) ? inTurn : inOrganization)(run, (tx) => endConversation(tx, run, end)),
  };
};

const KEEP_TRYING_MS = 60_000;
const TRY_AGAIN_MS = 250;

/** Does work again for a minute, while it fails in a way that passes: a database that another takes the place of is away for seconds. */
const keepTrying = async <T>(
  work: () => Promise<T>,
  { while: mayPass }: { while: (error: unknown) => boolean },
): Promise<T> => {
  const untilMs = performance.now() + KEEP_TRYING_MS;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!mayPass(error) || performance.now() > untilMs) throw error;
      await delay(TRY_AGAIN_MS);
    }
  }
};

const open = async (
  tx: OrganizationTransaction,
  { runUuid, driver, now }: Parameters<ConversationStore["open"]>[0] & { now: Date },
): Promise<ConversationRun> => {
  const run = await findRun(tx, runUuid);
  if (!run) throw new NoConversationError(`there is no run ${runUuid}`);
  const { started_at, end_reason, handed_to: handedTo } = await findOrInsert(tx, { run, driver });
  const versionId = handedTo ?? run.agent_version_id;
  const { name: _, withdrawal: __, ...agent } = await readRunAgent(tx, { ...run, agent_version_id: versionId }, now);
  return {
    ...agent,
    runId: run.id,
    runUuid: run.uuid,
    organizationId: run.organization_id,
    handedTo,
    driver,
    startedAt: run.answered_at ?? started_at,
    direction: run.direction,
    endReason: end_reason === null ? null : asEndReason(end_reason),
  };
};

const findOrInsert = async (
  tx: OrganizationTransaction,
  { run, driver }: { run: { id: number; organization_id: number }; driver: ConversationRun["driver"] },
) => {
  const find = () =>
    tx
      .selectFrom("conversations")
      .select(["started_at", "end_reason", "handed_to"])
      .where("run_id", "=", run.id)
      .executeTakeFirst();
  const found = await find();
  if (found) return found;
  await tx
    .insertInto("conversations")
    .values({ run_id: run.id, organization_id: run.organization_id, driver })
    .onConflict((clash) => clash.doNothing())
    .execute();
  return (await find()) ?? { started_at: new Date(), end_reason: null, handed_to: null };
};

const appendStep = async (
  tx: OrganizationTransaction,
  { claim, secrets }: { claim: TurnClaim; secrets: SecretBox },
  { entry, place }: { entry: NewEntry; place: ConversationPosition },
): Promise<void> => {
  await append(tx, { claim, secrets }, [entry]);
  const gathered = hideInGathered(claim.redaction, place.gathered);
  await keepOriginals(tx, { run: claim, secrets }, listHiddenVariables(claim.redaction, place.gathered));
  if (place.handedTo !== null) await tellHandOver(tx, claim, place.handedTo);
  await tx
    .updateTable("conversations")
    .set({ node_id: place.nodeId, handed_to: place.handedTo, gathered, opted_out: place.optedOut })
    .where("run_id", "=", claim.runId)
    .where("active_token", "=", claim.token)
    .execute();
};

const keepAlive = async (tx: OrganizationTransaction, claim: TurnClaim): Promise<void> => {
  await tx
    .updateTable("conversation_turns")
    .set({ alive_at: sql<Date>`now()` })
    .where("run_id", "=", claim.runId)
    .where("number", "=", claim.number)
    .execute();
};

const append = async (
  tx: OrganizationTransaction,
  { claim, secrets }: { claim: TurnClaim; secrets: SecretBox },
  entries: readonly NewEntry[],
): Promise<void> => {
  const rows = entries.map(({ speaker, text, nodeId, toolCallId, details }) => ({
    speaker,
    text: speaker === "agent" || speaker === "supervisor" ? hideInAgentsWords(claim, text) : text,
    node_id: nodeId,
    tool_call_id: toolCallId ?? null,
    details: details ? hideInDetails(claim.redaction, details) : null,
  }));
  const originals = entries.flatMap(({ text }, at) =>
    claim.redaction?.keepsOriginal && rows[at]?.text !== text
      ? [{ place: at + 1, sealed: sealOriginal(secrets, claim, { kind: "words", value: text }).toString("hex") }]
      : [],
  );
  const insertRows = sql`
    insert into conversation_entries (organization_id, run_id, turn, speaker, text, node_id, tool_call_id, details)
    select c.organization_id, c.run_id, ${claim.number}::integer, e.speaker, e.text, e.node_id, e.tool_call_id, e.details
    from conversations c, rows from (
      jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as (speaker text, text text, node_id text, tool_call_id uuid, details jsonb)
    ) with ordinality as e (speaker, text, node_id, tool_call_id, details, place)
    where c.run_id = ${claim.runId} and c.active_token = ${claim.token}::uuid order by e.place`;
  const { numAffectedRows } = await (originals.length === 0
    ? insertRows
    : sql`
    with written as (${insertRows} returning id, organization_id, run_id),
      placed as (select *, row_number() over (order by id) as place from written)
    insert into kept_originals (organization_id, run_id, kind, name, original_sealed)
    select w.organization_id, w.run_id, 'words', w.id::text, decode(o.sealed, 'hex')
    from placed w
    join jsonb_to_recordset(${JSON.stringify(originals)}::jsonb) as o (place integer, sealed text) on o.place = w.place`
  ).execute(tx);
  if (numAffectedRows === 0n) throw new SupersededError("the turn is another's by now");
};

const pressesKeys = ({ speaker, text }: NewEntry): boolean => speaker === "tool" && text === SEND_KEYS_FUNCTION;

/** The timeline has the keys as the transcript has them: with the names of variables, and without their values. */
const appendPressedKeys = async (
  tx: OrganizationTransaction,
  { claim, secrets }: { claim: TurnClaim; secrets: SecretBox },
  entries: readonly NewEntry[],
): Promise<void> => {
  await append(tx, { claim, secrets }, entries);
  for (const { details = {} } of entries.filter(pressesKeys)) {
    const keys = readKeys(hideInDetails(claim.redaction, details)["arguments"]);
    await tellOfAgent(tx, claim, {
      summary: "The agent pressed keys in a menu",
      payload: { event: "keys_pressed", keys },
    });
  }
};

/** Models also write keys as a number. */
const readKeys = (given: unknown): string => {
  const value = typeof given === "string" ? parseJson(given) : given;
  const keys = isRecord(value) ? value["keys"] : null;
  return typeof keys === "number" ? String(keys) : readText(keys);
};
