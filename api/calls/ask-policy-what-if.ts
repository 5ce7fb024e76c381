import type { z } from "zod";
import { type RuleColumns, readChosenRules } from "../../application/rule-pack/chosen-rules.ts";
import { type AskedSpan, type JudgedCall, judgeSpan } from "../../application/what-if/judge-span.ts";
import { createPackJudge } from "../../application/what-if/pack-judge.ts";
import { readAskedRules } from "../../application/what-if/what-if-changes.ts";
import { isAnswered } from "../../domain/call/call-outcome.rules.ts";
import { toDiallingHours } from "../../domain/campaign/calling-hours.ts";
import { ALWAYS_OPEN } from "../../domain/campaign/dialling-window.ts";
import { chooseFallbackZone } from "../../domain/contact/contact-zones.ts";
import { isE164 } from "../../domain/number/e164.ts";
import type { Law } from "../../domain/rule-pack/rule-standing.rules.ts";
import { DAY_MS } from "../../domain/time/durations.rules.ts";
import { LONGEST_SPAN_DAYS } from "../../domain/what-if/judge-calls.ts";
import { listHolidays } from "../../infra/holiday/holiday-calendar.ts";
import type { Cell } from "../../infra/xlsx/xlsx-parts.ts";
import { invalidField } from "../http/http-error.ts";
import type { OperationInput } from "../http/operation.ts";
import type { OperationContext } from "../http/operation-context.ts";
import { answerWithTable, buildCell } from "../http/table-file.ts";
import { requireNamedPacks } from "../organizations/rule-packs.schemas.ts";
import type { policyReportQuery, policyWhatIfBody } from "./policy-what-if.schemas.ts";

type Body = z.output<typeof policyWhatIfBody>;

/** Asks rules of all calls of a span: how many would not have been made, by rule. */
export const askPolicyWhatIf = async (
  context: OperationContext,
  { body }: OperationInput<{ body: typeof policyWhatIfBody }>,
) => {
  const byRule = new Map<string, { rule: string; law: Law | null; calls: number; answered: number }>();
  let [calls, stoppedCalls] = [0, 0];
  for await (const { call, stopped } of judgeSpan(context.database, await readSpan(context, body))) {
    calls += 1;
    if (!stopped) continue;
    stoppedCalls += 1;
    const { rule, law } = stopped;
    const key = law === null ? rule : `${rule} ${law.pack} ${law.rule}`;
    const counted = byRule.get(key) ?? { rule, law, calls: 0, answered: 0 };
    counted.calls += 1;
    counted.answered += isAnswered(call.outcome ?? "") ? 1 : 0;
    byRule.set(key, counted);
  }
  return {
    from: body.from.toISOString(),
    to: body.to.toISOString(),
    calls,
    stopped: stoppedCalls,
    by_rule: [...byRule.values()],
  };
};

type ReportInput = OperationInput<{ body: typeof policyWhatIfBody; query: typeof policyReportQuery }>;

/** Streams the calls of a span that would not have been made, with the rule, as a file. */
export const reportPolicyWhatIf = async (context: OperationContext, { body, query }: ReportInput) => {
  const span = await readSpan(context, body);
  const rows = rowsOf(judgeSpan(context.database, span));
  return answerWithTable({ filename: "policy-what-if", format: query.format, sheetName: "Stopped calls", rows });
};

const HEADER = [
  "call_id",
  "name",
  "campaign_id",
  "called_number",
  "requested_at",
  "outcome",
  "cost_minor",
  "currency",
  "rule",
  "why",
];

async function* rowsOf(judged: AsyncGenerator<JudgedCall>): AsyncGenerator<Cell[]> {
  yield HEADER;
  for await (const { call, stopped } of judged) {
    if (!stopped) continue;
    const { id, name, campaignId, phoneNumber, requestedAt, outcome, costMinor, currency } = call;
    yield [
      ...[id, name, campaignId, phoneNumber, requestedAt, outcome, costMinor, currency],
      stopped.rule,
      stopped.sentence,
    ].map(buildCell);
  }
}

/** Throws 422 for a span or rules that cannot be asked. */
const readSpan = async (context: OperationContext, body: Body): Promise<AskedSpan> => {
  const { from, to } = body;
  if (to <= from) throw invalidField(["to"], "The end must be after the beginning");
  if (to.getTime() - from.getTime() > LONGEST_SPAN_DAYS * DAY_MS)
    throw invalidField(["to"], `A span has at most ${LONGEST_SPAN_DAYS} days: ask for parts of it`);
  const wrong = (body.do_not_call ?? []).findIndex((number) => !isE164(number));
  if (wrong >= 0) throw invalidField(["do_not_call", wrong], "Give the number in E.164, such as +12125550123");
  requireNamedPacks(body);
  const { actor } = context;
  const organization = await context.inOrganization((tx) =>
    tx
      .selectFrom("organizations")
      .select(["timezone", "rule_packs", "unconfirmed_rules", "own_rules"])
      .where("id", "=", actor.organizationId)
      .executeTakeFirstOrThrow(),
  );
  return {
    organizationId: actor.organizationId,
    environment: actor.environment,
    from,
    to,
    policy: {
      hours: readHours(body),
      fallbackZone: chooseFallbackZone([body.hours?.timezone, organization.timezone]),
      maxAttemptsPerDay: body.max_attempts_per_number_per_day ?? null,
      doNotCall: new Set(body.do_not_call),
      budget: body.budget ?? null,
      packs: readPacks(body, { present: organization, environment: actor.environment }),
    },
  };
};

/** What is not named is the organization's own, which holds for production calls. */
const readPacks = (
  body: Body,
  { present, environment }: { present: RuleColumns; environment: AskedSpan["environment"] },
) => {
  const asked = readAskedRules(body, present);
  const inForce = environment === "sandbox" ? null : readChosenRules(present);
  const rules = asked === undefined ? inForce : asked;
  return rules && createPackJudge(rules);
};

const readHours = ({ hours, holidays = [], from }: Body) => {
  if (!hours && holidays.length === 0) return null;
  const { slots } = hours ?? ALWAYS_OPEN;
  const asked = { source: "organization" as const, slots, holidays, timezone: null };
  return toDiallingHours({ ...asked, holidayCalendar: hours?.holiday_calendar ?? null }, (name) =>
    listHolidays(name, from),
  );
};
