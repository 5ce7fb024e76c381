import { describe, expect, it } from "@jest/globals";
import { readEntry } from "../../../../clients/typescript/verify/entries.ts";
import { checkKinds } from "../../../../clients/typescript/verify/kinds.ts";
import { writeEntry } from "../../../../domain/record/entry.ts";
import type { Facts } from "../../../../domain/record/entry-facts.ts";

const policy = { hours: null, max_attempts_per_number_per_day: null, budgets: null };

/** An entry of every kind that the platform writes: the compiler refuses a list that lacks one. */
const WRITTEN: { [Kind in keyof Facts]: Facts[Kind] } = {
  policy: { digest: "sha256:00", policy },
  "attempt.requested": {
    run: "r",
    campaign: null,
    contact: null,
    attempt: 1,
    environment: "production",
    account: 1,
    provider: "simulator",
    zones: ["Europe/Berlin"],
    policy,
    admitted_at: "2026-11-28T10:00:00.000Z",
    reserved: null,
    reserved_for_call: null,
  },
  "attempt.answered": { run: "r", carrier_call_id: "c" },
  "attempt.settled": {
    run: "r",
    campaign: null,
    contact: null,
    direction: "outbound",
    environment: "production",
    state: "completed",
    outcome: "answered",
    end_reason: null,
    duration_seconds: 3,
    cost_minor: null,
    currency: null,
    held: null,
  },
  "attempt.priced": { run: "r", cost_minor: 3, currency: "EUR", held: null },
  "text.requested": {
    message: "m",
    campaign: null,
    environment: "production",
    account: 1,
    provider: "simulator",
    reason: "api",
    segments: 1,
    admitted_at: "2026-11-28T10:00:00.000Z",
    reserved: null,
  },
  "text.answered": { message: "m", state: "sent", carrier_message_id: "c", error_code: null },
  "do_not_call.added": { environment: "production", source: "manual", expires_at: null },
  "do_not_call.removed": { environment: "production" },
  "consent.changed": { environment: "production", status: "withdrawn" },
  "campaign.decided": { campaign: 1, event: "started", details: null },
  "campaign.pause_answered": { campaign: 1 },
  "campaign.set": { campaign: 1, change: "created", settings: {} },
  "settings.changed": { settings: { budget: null } },
  "account.changed": { account: 1, change: "disconnected", settings: null },
  "number.changed": { number: 1, account: 1, change: "removed", settings: null },
  "national_list.changed": { list: 1, source: "FTC", as_of: "2026-10-01", change: "in_force" },
  "import.ended": { import: 1, list: 1, status: "completed", counts: {} },
  erasure: { reason: "asked" },
  "person.exported": { export: "e", held: { contacts: 3 } },
  "person.erased": { erasure: "e", removed: { contacts: 3 } },
  "runs.removed": { removal: "r", runs: 3, campaign: null },
};

const entryOf = (kind: string, facts: object) => {
  const line = writeEntry({ index: 0, kind, at: "2026-11-28T10:00:00.000Z", actor: "system", facts });
  const entry = readEntry(line, 0);
  if (!entry) throw new Error(`it is no entry: ${line}`);
  return entry;
};
const sentences = (kind: string, facts: object) =>
  checkKinds([entryOf(kind, facts)]).faults.map(({ sentence }) => sentence);

describe.each(Object.entries(WRITTEN))("an entry %s", (kind, facts) => {
  it("is known to the verifier", () => {
    expect(sentences(kind, facts)).toEqual([]);
  });

  it("is found where it has no facts", () => {
    expect(sentences(kind, {})).toEqual([expect.stringContaining("lacks")]);
  });
});

it("an entry of a kind that the verifier does not know is named", () => {
  expect(sentences("attempt.cancelled", {})).toEqual([expect.stringContaining("attempt.cancelled: take a newer one")]);
  expect(sentences("toString", {})).toHaveLength(1);
});
