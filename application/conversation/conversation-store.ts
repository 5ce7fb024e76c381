import { sql } from "kysely";
import {
  type ConversationRun,
  type ConversationStore,
  NoConversationError,
  SupersededError,
  type TurnClaim,
} from "../../domain/conversation/conversation.ports.ts";
import type { NewEntry } from "../../domain/conversation/entries.ts";
import { asEndReason } from "../../domain/conversation/turn-session.ts";
import type { Clock } from "../../infra/clock.ts";
import { findRun } from "../../infra/postgres/call/call-run.repository.ts";
import { readRunAgent } from "../../infra/postgres/call/run-agent.repository.ts";
import type { ModelOutage } from "../../infra/postgres/conversation/failed-turns.repository.ts";
import { readToolResult, requestTool } from "../../infra/postgres/conversation/requested-tool.repository.ts";
import type { Database, OrganizationTransaction } from "../../infra/postgres/database.ts";
import { sendWithCommit } from "../../infra/postgres/send-together.ts";
import type { SecretBox } from "../../infra/secrets/secret-box.ts";
import { claimTurn } from "./claim-turn.ts";
import { cutReply, endConversation } from "./end-conversation.ts";
import { breakOffTurn, finishTurn } from "./finish-turn.ts";
import { hideInAgentsWords, hideInDetails, hideInGathered, hideInWords } from "./hide-in-rows.ts";

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
  return {
    open: (address) => inOrganization(address, (tx) => open(tx, { ...address, now: clock.now() })),
    claimTurn: (run, request) => inOrganization(run, (tx) => claimTurn(tx, { run, request, secrets })),
    keepAlive: (claim) => inOrganization(claim, (tx) => keepAlive(tx, claim)),
    append: (claim, entries) =>
      inOrganization(claim, async (tx) => {
        await sendWithCommit(tx, (tx) => [append(tx, claim, entries)]);
      }),
    appendStep: (claim, entry, place) =>
      inOrganization(claim, async (tx) => {
        await append(tx, claim, [entry]);
        const gathered = hideInGathered(claim.redaction, place.gathered);
        await tx
          .updateTable("conversations")
          .set({ node_id: place.nodeId, gathered, opted_out: place.optedOut })
          .where("run_id", "=", claim.runId)
          .where("active_token", "=", claim.token)
          .execute();
      }),
    requestTool: (claim, request) => inOrganization(claim, (tx) => requestTool(tx, { claim, request, secrets })),
    readToolResult: (claim, uuid) => inOrganization(claim, (tx) => readToolResult(tx, { uuid, secrets })),
    finishTurn: async (claim, result) => {
      const outage = await inOrganization(claim, (tx) => finishTurn(tx, claim, result));
      if (outage) tellOfOutage(outage);
    },
    breakOff: (claim, place) => inOrganization(claim, (tx) => breakOffTurn(tx, claim, place)),
    cutReply: (run, heard) => inOrganization(run, (tx) => cutReply(tx, run, hideInWords(run.redaction, heard))),
    end: (run, end) => inOrganization(run, (tx) => endConversation(tx, run, end)),
  };
};

const open = async (
  tx: OrganizationTransaction,
  { runUuid, driver, now }: Parameters<ConversationStore["open"]>[0] & { now: Date },
): Promise<ConversationRun> => {
  const run = await findRun(tx, runUuid);
  if (!run) throw new NoConversationError(`there is no run ${runUuid}`);
  const agent = await readRunAgent(tx, run, now);
  const { definition, settings, variables, disclosure, redaction, organizationName } = agent;
  const { started_at, end_reason } = await findOrInsert(tx, { run, driver });
  return {
    runId: run.id,
    runUuid: run.uuid,
    organizationId: run.organization_id,
    agentId: run.agent_id,
    driver,
    startedAt: run.answered_at ?? started_at,
    direction: run.direction,
    variables,
    definition,
    settings,
    disclosure,
    redaction,
    organizationName,
    endReason: end_reason === null ? null : asEndReason(end_reason),
  };
};

const findOrInsert = async (
  tx: OrganizationTransaction,
  { run, driver }: { run: { id: number; organization_id: number }; driver: ConversationRun["driver"] },
) => {
  const find = () =>
    tx.selectFrom("conversations").select(["started_at", "end_reason"]).where("run_id", "=", run.id).executeTakeFirst();
  const found = await find();
  if (found) return found;
  await tx
    .insertInto("conversations")
    .values({ run_id: run.id, organization_id: run.organization_id, driver })
    .onConflict((clash) => clash.doNothing())
    .execute();
  return (await find()) ?? { started_at: new Date(), end_reason: null };
};

const keepAlive = async (tx: OrganizationTransaction, claim: TurnClaim): Promise<void> => {
  await tx
    .updateTable("conversation_turns")
    .set({ alive_at: sql<Date>`now()` })
    .where("run_id", "=", claim.runId)
    .where("number", "=", claim.number)
    .execute();
};

const append = async (tx: OrganizationTransaction, claim: TurnClaim, entries: readonly NewEntry[]): Promise<void> => {
  const rows = entries.map(({ speaker, text, nodeId, toolCallId, details }) => ({
    speaker,
    text: speaker === "agent" ? hideInAgentsWords(claim, text) : text,
    node_id: nodeId,
    tool_call_id: toolCallId ?? null,
    details: details ? hideInDetails(claim.redaction, details) : null,
  }));
  const { numAffectedRows } = await sql`
    insert into conversation_entries (organization_id, run_id, turn, speaker, text, node_id, tool_call_id, details)
    select c.organization_id, c.run_id, ${claim.number}::integer, e.speaker, e.text, e.node_id, e.tool_call_id, e.details
    from conversations c, rows from (
      jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as (speaker text, text text, node_id text, tool_call_id uuid, details jsonb)
    ) with ordinality as e (speaker, text, node_id, tool_call_id, details, place)
    where c.run_id = ${claim.runId} and c.active_token = ${claim.token}::uuid order by e.place`.execute(tx);
  if (numAffectedRows === 0n) throw new SupersededError("the turn is another's by now");
};
