import { type RawBuilder, sql } from "kysely";
import type { AnswerEvidence, Detection } from "../../../domain/answerer/answered-by.rules.ts";
import type { OrganizationTransaction } from "../database.ts";
import type { CallRun } from "./call-run.entity.ts";

/*
 * `reviseAnswer` of the domain as SQL, because carriers' events and conversations tell who answered at the same time, in any process.
 */

/** Who answered as a statement is told it: a word of ours or `fax`, its evidence, and whether the platform itself has heard it. */
interface Told {
  detection: RawBuilder<string | null>;
  evidence: RawBuilder<unknown>;
  isOwn: boolean;
}

const wordOf = (detection: RawBuilder<string | null>) =>
  sql<
    string | null
  >`case ${detection} when 'fax' then 'ivr' when 'human' then 'person' when 'machine' then 'voicemail' else ${detection} end`;

/** Tells whether what is told replaces what the run has. */
const replaces = (run: RawBuilder<unknown>, { detection, isOwn }: Told) => sql<boolean>`(
  ${wordOf(detection)} is not null and (${run}.answered_by is null
    or (${wordOf(detection)} <> 'unknown' and ${wordOf(detection)} <> ${run}.answered_by
      and (${run}.answered_by in ('unknown', 'person') or (${sql.lit(isOwn)} and ${run}.answer_evidence ->> 'source' = 'carrier')))))`;

/** Who answered, after this was told. */
export const revisedAnswerer = (run: RawBuilder<unknown>, told: Told) =>
  sql<string | null>`case when ${replaces(run, told)} then ${wordOf(told.detection)} else ${run}.answered_by end`;

/** Why the run says so, after this was told. */
export const revisedEvidence = (run: RawBuilder<unknown>, told: Told) =>
  sql<AnswerEvidence | null>`case when ${replaces(run, told)} then ${told.evidence} else ${run}.answer_evidence end`;

/** What a carrier has told. */
export const toldByCarrier = (
  detection: RawBuilder<string | null>,
  word: RawBuilder<string | null>,
  tones: RawBuilder<unknown> = sql`null::jsonb`,
): Told => ({
  detection,
  evidence: sql`jsonb_strip_nulls(jsonb_build_object('source', case when ${tones} is null then 'carrier' else 'tone' end,
    'tones', ${tones}, 'carrier_word', ${word},
    'kind', case when ${detection} = 'fax' then 'fax' when ${tones} is not null and ${detection} = 'ivr' then 'announcement' end))`,
  isOwn: false,
});

/** Tells whether a machine alone answered the call, and no person came afterwards. */
export const answeredByMachineAlone = (
  run: RawBuilder<unknown>,
) => sql<boolean>`(coalesce(${run}.answered_by, 'person') = 'voicemail'
  or (coalesce(${run}.answered_by, 'person') in ('screening', 'ivr') and not coalesce((${run}.answer_evidence ->> 'person_came')::boolean, false)))`;

const RUN = sql`call_runs`;

/** Notes who answered as the platform itself has heard it. */
export const noteAnswer = async (
  tx: OrganizationTransaction,
  run: Pick<CallRun, "id">,
  { detection, evidence }: { detection: Detection; evidence: AnswerEvidence },
): Promise<void> => {
  const told = {
    detection: sql<string>`${detection}::text`,
    evidence: sql`${JSON.stringify(evidence)}::jsonb`,
    isOwn: evidence.source !== "carrier",
  };
  await tx
    .updateTable("call_runs")
    .set({ answered_by: revisedAnswerer(RUN, told), answer_evidence: revisedEvidence(RUN, told) })
    .where("id", "=", run.id)
    .execute();
};

/** Notes that a person came on the line after the machine that had answered. */
export const notePersonCame = async (tx: OrganizationTransaction, run: Pick<CallRun, "id">): Promise<void> => {
  await tx
    .updateTable("call_runs")
    .set({ answer_evidence: sql<AnswerEvidence>`coalesce(answer_evidence, '{}') || '{"person_came": true}'` })
    .where("id", "=", run.id)
    .execute();
};
