import { isAnswered } from "../../domain/call/call-outcome.rules.ts";
import { readConsentStatus } from "../../domain/contact/consent.rules.ts";
import { listContactZones } from "../../domain/contact/contact-zones.ts";
import { DAY_MS } from "../../domain/time/durations.rules.ts";
import { type CallPolicy, createCallJudge, type MadeCall, type Stopped } from "../../domain/what-if/judge-calls.ts";
import type { Database } from "../../infra/postgres/database.ts";
import { listMadeCalls, type MadeCallRow } from "../../infra/postgres/what-if/made-calls.repository.ts";

export interface AskedSpan {
  organizationId: number;
  environment: "production" | "sandbox";
  from: Date;
  to: Date;
  policy: CallPolicy;
}

export interface JudgedCall {
  call: MadeCallRow;
  /** Null: it would have been made. */
  stopped: Stopped | null;
}

/** A page in memory at a time. */
export const CALLS_OF_A_PAGE = 1000;

/** Judges the calls of a span one after another, from before it for what limits of attempts count, a page in memory at a time. */
export async function* judgeSpan(database: Database, asked: AskedSpan): AsyncGenerator<JudgedCall> {
  const { organizationId, environment, from, to, policy } = asked;
  const judge = createCallJudge(policy);
  const since = new Date(from.getTime() - Math.max(1, policy.packs?.daysBack ?? 0) * DAY_MS);
  let after: MadeCallRow | null = null;
  for (;;) {
    const page: MadeCallRow[] = await database.inOrganization(organizationId, (tx) =>
      listMadeCalls(tx, { from: since, to, environment, after, limit: CALLS_OF_A_PAGE }),
    );
    for (const call of page) {
      if (call.createdAt < from) judge.remember(toMade(call));
      else yield { call, stopped: judge.judge(toMade(call)) };
    }
    after = page.at(-1) ?? null;
    if (page.length < CALLS_OF_A_PAGE) return;
  }
}

/** Returns a call as rules ask of it. */
export const toMade = ({ requestedAt, phoneNumber, zones, costMinor, currency, ...call }: MadeCallRow): MadeCall => ({
  atMs: requestedAt.getTime(),
  phoneNumber,
  zones: zones ?? listContactZones({ timezone: null, phoneNumber }).join(","),
  cost: costMinor === null || currency === null ? null : { amountMinor: costMinor, currency },
  ruled: {
    consent: readConsentStatus(call.consent),
    consentAttested: call.consentAttested,
    callerId: call.callerId,
    attributes: call.attributes ?? {},
    list: call.list,
    answered: isAnswered(call.outcome ?? ""),
  },
});
