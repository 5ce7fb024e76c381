import { isDeepStrictEqual } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { sumOf } from "../../harness/counts/history-counts.ts";
import { type CallCost, type CountedCalls, openCountedCalls } from "./counted-calls.ts";

/*
 * Counts the cost of one answered call of a campaign: every figure is exact and the same on any machine. A change that
 * adds an event, a statement or an index entry to the path fails here; its author either removes it again or writes
 * down the new count beside the reason for it. The carrier's callbacks are held back and handed on one after another,
 * each when everything before it is written; a call that a busy machine has disturbed is made again.
 */

const EXPECTED: CallCost = {
  events: {
    markerRecorded: 2,
    timerStarted: 1,
    workflowExecutionCompleted: 1,
    workflowExecutionSignaled: 1,
    workflowExecutionStarted: 1,
    workflowTaskCompleted: 2,
    workflowTaskScheduled: 2,
    workflowTaskStarted: 2,
  },
  work: [
    // claimed, many contacts at a time; the read of the organization's hours is that of its rule packs too
    [
      "begin select set_config",
      "commit",
      "insert into call_runs",
      "select agents",
      "select call_runs",
      "4× select campaigns",
      "2× select organizations",
      "update campaign_contacts",
      "update campaign_figures",
    ],
    // found
    ["begin select set_config", "commit", "select call_runs"],
    // locked
    ["select pg_advisory_lock_shared", "select pg_advisory_unlock_all"],
    // admitted
    [
      "begin select set_config",
      "commit",
      "insert into unsealed_entries",
      "select agent_versions",
      "select call_runs for update",
      "select campaign_logs",
      "select campaigns",
      "select contacts",
      "select pg_advisory_xact_lock",
      "2× select phone_numbers",
      "select telephony_paces",
      "update call_runs",
    ],
    // accepted
    [
      "begin select set_config",
      "commit",
      "insert into timeline_events",
      "insert into unsealed_entries",
      "update call_runs",
      "update campaign_contacts",
      "update campaign_figures",
    ],
    // ringing
    [
      "begin select set_config",
      "commit",
      "insert into carrier_events",
      "select call_runs",
      "select call_runs for no key update",
    ],
    // in progress
    [
      "begin select set_config",
      "commit",
      "insert into carrier_events",
      "select call_runs",
      "select call_runs for no key update",
    ],
    // completed
    [
      "begin select set_config",
      "commit",
      "insert into carrier_events",
      "select call_runs",
      "select call_runs for no key update",
    ],
    // settled
    [
      "begin select set_config",
      "commit",
      "2× insert into timeline_events",
      "insert into unsealed_entries",
      "select call_runs",
      "select call_runs for update",
      "select campaign_contacts for update",
      "select campaigns for no key update",
      "update call_runs",
      "update campaign_contacts",
      "update campaign_figures",
    ],
  ],
  // claimed, found, locked, admitted, accepted, ringing, in progress, completed, settled
  waits: [11, 1, 2, 4, 3, 2, 2, 2, 6],
  writes: {
    rows: {
      "call_runs HOT_UPDATE": 4,
      "call_runs INSERT": 1,
      "call_runs UPDATE": 1,
      "campaign_contacts HOT_UPDATE": 2,
      "campaign_contacts UPDATE": 1,
      "campaign_figures HOT_UPDATE": 3,
      // What was true at an instant is told by a step for each change of the figures, in the statement that changes them.
      "campaign_steps INSERT": 3,
      "carrier_events INSERT": 3,
      "run_count_changes INSERT": 3,
      "timeline_events INSERT": 3,
      "unsealed_entries INSERT": 3,
    },
    indexEntries: {
      call_runs_agent: 2,
      call_runs_agent_concluded: 1,
      call_runs_agent_duration: 1,
      call_runs_breaker: 1,
      call_runs_campaign: 2,
      call_runs_campaign_concluded: 1,
      call_runs_campaign_duration: 1,
      call_runs_contact: 2,
      call_runs_organization: 2,
      call_runs_organization_concluded: 1,
      call_runs_organization_duration: 1,
      call_runs_over: 1,
      call_runs_over_number: 1,
      call_runs_over_number_part: 1,
      // The page of a person finds their calls by it, also those without a contact.
      call_runs_person: 2,
      call_runs_pkey: 2,
      call_runs_unfinished_organization: 1,
      call_runs_uuid_key: 2,
      campaign_contacts_campaign_id_phone_number_key: 1,
      campaign_contacts_of_contact: 1,
      campaign_contacts_pkey: 1,
      campaign_steps_pkey: 3,
      carrier_events_pkey: 3,
      run_count_changes_pkey: 3,
      timeline_events_agent: 3,
      timeline_events_organization: 3,
      timeline_events_outcome: 1,
      timeline_events_pkey: 3,
      timeline_events_run: 3,
      unsealed_entries_pkey: 3,
    },
  },
};

/** A machine disturbs some calls: what is asked again is added to them. It does not disturb so many one after another. */
const MOST_CALLS = 15;

/** As `shapesOf` sorts them. */
const inShapeOrder = (a: string, b: string): number => (bare(a) < bare(b) ? -1 : 1);
const bare = (shape: string): string => shape.replace(/^\d+× /, "");

/**
 * At most carriers a call has its price some minutes later. Its workflow ends with it all the same: the end is 12 events here too, and
 * what is awaited is one row.
 */
const PRICED_LATER: CallCost = {
  ...EXPECTED,
  work: EXPECTED.work.with(-1, [...(EXPECTED.work.at(-1) ?? []), "insert into awaited_reports"].toSorted(inShapeOrder)),
  waits: EXPECTED.waits.with(-1, 7),
  writes: {
    rows: { ...EXPECTED.writes.rows, "awaited_reports INSERT": 1 },
    indexEntries: { ...EXPECTED.writes.indexEntries, awaited_reports_due: 1, awaited_reports_pkey: 1 },
  },
};

/** Two in a row as expected show that it is no chance; else the least of those that were not is what is looked at. */
const countUntilTwoAlike = async (calls: CountedCalls, expected: CallCost): Promise<CallCost> => {
  const others: CallCost[] = [];
  let inARow = 0;
  for (let made = 0; made < MOST_CALLS; made += 1) {
    const next = await calls.makeCall();
    const isExpected = isDeepStrictEqual(next, expected);
    inARow = isExpected ? inARow + 1 : 0;
    if (inARow === 2) return next;
    if (!isExpected) others.push(next);
  }
  return others.reduce((least, next) => (sizeOf(next) < sizeOf(least) ? next : least));
};

const sizeOf = ({ events, work, writes }: CallCost): number =>
  sumOf(events) + work.flat().length + sumOf(writes.indexEntries);

describe.each([
  { name: "a campaign's call that is answered", expected: EXPECTED, entries: 53, priceDelaySeconds: 0 },
  { name: "one with a price after ten minutes", expected: PRICED_LATER, entries: 55, priceDelaySeconds: 600 },
])("$name", ({ expected, entries, priceDelaySeconds }) => {
  let calls: CountedCalls;
  let cost: CallCost;

  beforeAll(async () => {
    calls = await openCountedCalls({ priceDelaySeconds });
    // The first call of a process also reads what later ones know.
    await calls.makeCall();
    cost = await countUntilTwoAlike(calls, expected);
  });
  afterAll(() => calls?.close());

  it("has these events in its workflow", () => {
    expect(cost.events).toEqual(expected.events);
    expect(sumOf(cost.events)).toBe(12);
  });

  it("asks the database for this, in these transactions", () => {
    expect(cost.work).toEqual(expected.work);
  });

  it("waits so often for the database in each of them", () => {
    expect(cost.waits).toEqual(expected.waits);
  });

  it("writes these rows", () => {
    expect(cost.writes.rows).toEqual(expected.writes.rows);
  });

  it("adds these index entries", () => {
    expect(cost.writes.indexEntries).toEqual(expected.writes.indexEntries);
    expect(sumOf(cost.writes.indexEntries)).toBe(entries);
  });

  it("leaves no workflow open, whenever its price is told", async () => {
    if (priceDelaySeconds > 0) {
      const { calls: made, ...rest } = await calls.gatherPrices();
      expect(rest).toEqual({ priced: made, openWorkflows: 0 });
    } else await expect(calls.gatherPrices()).rejects.toThrow("no price is awaited");
  });
});
