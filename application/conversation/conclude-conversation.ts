import { sql } from "kysely";
import { readAgentSettings } from "../../domain/agent/agent-settings.ts";
import { readDispositions } from "../../domain/agent/disposition-codes.ts";
import { readGraph } from "../../domain/conversation/agent-graph.ts";
import {
  askForConclusion,
  type Conclusion,
  checkGathered,
  listQuestions,
  NOTHING_CONCLUDED,
  type Questions,
} from "../../domain/conversation/conclusion.ts";
import { decideRefusal, leavesRefusalOpen, NOT_JUDGED } from "../../domain/conversation/unanswered-refusal.ts";
import { ModelError } from "../../domain/model/chat-model.ts";
import { readRedactionSetting, uniteRedactions } from "../../domain/privacy/redaction-setting.ts";
import type { GuardedRequests } from "../../infra/guarded-request/guarded-requests.ts";
import type { Logger } from "../../infra/logger.ts";
import { keepCallSteps } from "../../infra/postgres/campaign/figures.repository.ts";
import { readConversationFigures } from "../../infra/postgres/conversation/conversation-figures.repository.ts";
import { listUnansweredWords } from "../../infra/postgres/conversation/unanswered-words.repository.ts";
import type { Database, OrganizationTransaction } from "../../infra/postgres/database.ts";
import { keepOriginals } from "../../infra/postgres/privacy/kept-originals.repository.ts";
import { sendLast } from "../../infra/postgres/send-together.ts";
import { recordOutcome } from "../../infra/postgres/timeline/call-outcome.repository.ts";
import type { SecretBox } from "../../infra/secrets/secret-box.ts";
import { addressCall, runInCall } from "../../infra/telemetry/call-trace.ts";
import type { Tracing } from "../../infra/telemetry/tracing.ts";
import type { PriceTable } from "../../infra/telephony/price-table.ts";
import { honourLateRefusal } from "../call/honour-refusal.ts";
import { keepCallBack } from "../campaign/keep-call-back.ts";
import { followRun } from "../journey/follow-run.ts";
import { readAgentModel } from "../model/read-agent-model.ts";
import { openRunModel, readRunModel } from "../model/run-model.ts";
import { hideInConclusion, listOriginalsOfConclusion } from "./hide-in-rows.ts";
import { readEntries } from "./read-entries.ts";

export interface ConcludingDependencies {
  database: Database;
  secrets: SecretBox;
  guardedRequests: Pick<GuardedRequests, "repeatingFetch">;
  logger: Logger;
  prices: PriceTable;
  tracing: Tracing;
}

const ANSWER_WITHIN_MS = 45_000;

/**
 * Extracts variables and the disposition from a run's conversation and stores them in the run, once; a run without a
 * conversation is skipped. A passing fault of the model is thrown, to be retried; with `isLastTry`, or for a permanent
 * fault, the run is concluded without the model, and the reason is stored.
 *
 * Nobody heard the answer to a refusal that was said right before the person hung up, so it is asked here too, and honoured with the
 * conclusion. While the model is away, plain wordings of one are honoured at the first try: the number may be called meanwhile.
 */
export const concludeConversation = async (
  deps: ConcludingDependencies,
  { organizationId, runUuid, isLastTry }: { organizationId: number; runUuid: string; isLastTry: boolean },
): Promise<void> => {
  const known = await deps.database.inOrganization(organizationId, (tx) => readWhole(tx, runUuid, deps.secrets));
  if (!known || known.concluded_at !== null) return;
  const questions = listQuestions(readGraph(known.definition), known);
  let conclusion = NOTHING_CONCLUDED;
  let error: string | null = null;
  const run = { organizationId, runId: known.run_id };
  const writings: Promise<void>[] = [];
  try {
    const { settings } = known;
    const chosen = await deps.database.inOrganization(organizationId, (tx) =>
      readRunModel(tx, run.runId, (tx) => readAgentModel(tx, { organizationId, settings, secrets: deps.secrets })),
    );
    const signal = AbortSignal.timeout(ANSWER_WITHIN_MS);
    const model = openRunModel(deps, run, chosen, (writing) => writings.push(writing));
    const { entries } = known;
    const ask = () => askForConclusion(model, { entries, questions, signal });
    conclusion = await runInCall(deps.tracing, addressCall(runUuid), ask);
  } catch (cause) {
    if (!(cause instanceof ModelError)) throw cause;
    if (cause.isPassing && !isLastTry) {
      if (hasRefused(known, NOTHING_CONCLUDED)) await honourAhead(deps, { organizationId, runUuid });
      throw cause;
    }
    deps.logger.warn({ err: cause, run_uuid: runUuid }, "a conversation was concluded without its model");
    error = `Variables were not extracted: ${cause.message}`;
    if (known.asksForRefusal) error = `${error} ${NOT_JUDGED}`;
  } finally {
    await Promise.all(writings);
  }
  await deps.database.inOrganization(organizationId, (tx) =>
    write(tx, { known, questions, conclusion, error }, { organizationId, secrets: deps.secrets }),
  );
};

/** Tells whether the person asked not to be called again, and that is not honoured yet. */
const hasRefused = (known: Whole, conclusion: Conclusion): boolean =>
  known.outcome !== "opted_out" &&
  (known.opted_out || (known.asksForRefusal && decideRefusal(known, conclusion.hasRefused)));

const honourAhead = (
  { database }: ConcludingDependencies,
  { organizationId, runUuid }: { organizationId: number; runUuid: string },
): Promise<void> => database.inOrganization(organizationId, (tx) => honourLateRefusal(tx, runUuid));

const readWhole = async (tx: OrganizationTransaction, runUuid: string, secrets: SecretBox) => {
  const row = await tx
    .selectFrom("conversations as c")
    .innerJoin("call_runs as r", "r.id", "c.run_id")
    .innerJoin("agent_versions as v", "v.id", "r.agent_version_id")
    .innerJoin("agents as a", "a.id", "r.agent_id")
    .innerJoin("organizations as o", "o.id", "r.organization_id")
    .select([
      "c.run_id",
      "c.driver",
      "c.opted_out",
      "r.uuid",
      "r.outcome",
      "c.concluded_at",
      "c.node_id",
      "c.gathered",
      "v.definition",
      "v.configurations",
      "o.redaction",
      "o.country",
      "a.call_disposition_codes",
    ])
    .where("r.uuid", "=", runUuid)
    .executeTakeFirst();
  if (!row) return null;
  const { run_id: runId } = row;
  const entries = await readEntries(tx, { runId, secrets });
  const nodes = await visitedNodes(tx, runId);
  const visited = new Set([...nodes, ...(row.node_id === null ? [] : [row.node_id])]);
  const settings = readAgentSettings(row.configurations);
  const redaction = uniteRedactions([readRedactionSetting(row.redaction), settings.redaction], row.country);
  const dispositions = readDispositions(row.call_disposition_codes);
  const unanswered = await listUnansweredWords(tx, runId);
  const asksForRefusal = leavesRefusalOpen({
    driver: row.driver,
    optedOut: row.opted_out || row.outcome === "opted_out",
    unanswered,
  });
  return { ...row, redaction, settings, entries, visited, dispositions, unanswered, asksForRefusal };
};

const visitedNodes = async (tx: OrganizationTransaction, runId: number): Promise<string[]> => {
  const rows = await tx
    .selectFrom("conversation_entries")
    .select("node_id")
    .distinct()
    .where("run_id", "=", runId)
    .where("discarded_at", "is", null)
    .execute();
  return rows.flatMap(({ node_id }) => (node_id === null ? [] : [node_id]));
};

type Whole = NonNullable<Awaited<ReturnType<typeof readWhole>>>;

const write = async (
  tx: OrganizationTransaction,
  {
    known,
    questions,
    conclusion: drawn,
    error,
  }: { known: Whole; questions: Questions; conclusion: Conclusion; error: string | null },
  { organizationId, secrets }: { organizationId: number; secrets: SecretBox },
): Promise<void> => {
  const runId = known.run_id;
  // Before anything else is locked: it waits for a hand-over of the same number.
  if (hasRefused(known, drawn)) await honourLateRefusal(tx, known.uuid);
  const checked = checkGathered(drawn, { ...known, variables: questions.variables });
  const conclusion = hideInConclusion(known.redaction, checked);
  const run = { organizationId, runId };
  await keepOriginals(tx, { run, secrets }, listOriginalsOfConclusion(known.redaction, checked, conclusion));
  const concluded = await tx
    .updateTable("conversations")
    .set({
      gathered: sql`gathered || ${JSON.stringify(conclusion.variables)}::jsonb`,
      concluded_at: sql<Date>`now()`,
      error: sql<string | null>`coalesce(error, ${error}::text)`,
    })
    .where("run_id", "=", runId)
    .where("concluded_at", "is", null)
    .returning(["gathered", "end_reason"])
    .executeTakeFirst();
  if (!concluded) return;
  const disposition = conclusion.disposition ?? concluded.end_reason;
  const figures = await readConversationFigures(tx, runId);
  const row = await tx
    .updateTable("call_runs")
    .set({
      ...figures,
      gathered_context: sql`gathered_context || ${JSON.stringify(concluded.gathered)}::jsonb`,
      evidence: conclusion.evidence,
      disposition: sql<string | null>`coalesce(${disposition}::text, disposition)`,
    })
    .where("id", "=", runId)
    .returningAll()
    .executeTakeFirstOrThrow();
  const { language } = known.settings;
  await keepCallBack(tx, { run: row, variables: row.gathered_context, language }, new Date());
  await followRun(tx, row, new Date());
  if (row.campaign_id !== null) await sendLast(tx, (tx) => keepCallSteps(tx, [runId]));
  await recordOutcome(tx, row, {
    outcome: row.outcome,
    disposition: row.disposition,
    variables: row.gathered_context,
  });
};
