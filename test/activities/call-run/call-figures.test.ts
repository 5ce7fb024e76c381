import { afterAll, beforeAll, expect, it } from "@jest/globals";
import { withoutNumbers } from "../../../activities/call-run/call-figures.ts";
import { addToDoNotCall } from "../../../infra/postgres/contact/do-not-call.repository.ts";
import { createMetrics } from "../../../infra/telemetry/metrics.ts";
import { captureLog } from "../../harness/captured-log.ts";
import { readMetric } from "../../harness/exposition.ts";
import { type DiallingRig, startCampaign, startDiallingRig } from "../dialling-rig.ts";

let rig: DiallingRig;

beforeAll(async () => {
  rig = await startDiallingRig();
});
afterAll(() => rig.close());

it("a call moves the figures of its way, and is a line at both ends", async () => {
  const log = captureLog();
  Object.assign(rig.deps, { logger: log.logger });
  const read = (name: string, labels?: Record<string, string>) => readMetric(rig.deps.metrics, name, labels);
  const campaign = await startCampaign(rig, {
    contacts: [{ phone_number: "+12025550111" }, { phone_number: "+12025550112" }],
  });
  const { runUuids } = await campaign.claim(2);
  expect(await read("ringdown_contacts_claimed_total")).toBe(2);
  await campaign.inOrganization((tx) =>
    addToDoNotCall(tx, {
      organizationId: campaign.organizationId,
      phoneNumbers: ["+12025550112"],
      source: "api",
      reason: null,
    }),
  );
  for (const uuid of runUuids) await campaign.place(uuid);

  expect(await read("ringdown_admission_decisions_total", { decision: "admitted" })).toBe(1);
  expect(await read("ringdown_admission_decisions_total", { decision: "blocked_dnc" })).toBe(1);
  const asked = { provider: "simulator", operation: "place_call", outcome: "accepted" };
  expect(await read("ringdown_carrier_request_duration_seconds_count", asked)).toBe(1);
  expect(await read("ringdown_call_queue_duration_seconds_count")).toBe(1);
  expect(await read("ringdown_call_lock_wait_duration_seconds_count")).toBe(2);
  expect(await read("ringdown_call_hand_over_duration_seconds_count", { result: "accepted" })).toBe(1);
  expect(await read("ringdown_call_hand_over_duration_seconds_count", { result: "settled" })).toBe(1);
  expect(await read("ringdown_calls_ended_total", { outcome: "blocked_dnc" })).toBe(1);
  expect(log.lines().map(({ msg }) => msg)).toEqual(
    expect.arrayContaining(["a call was handed to its carrier", "a call has ended"]),
  );
  expect(log.text()).toContain("+120255***11");
  expect(log.text()).not.toMatch(/202555011[12]/);
});

it("a workflow gets no whole number from a carrier's sentence", () => {
  const sentence = "The carrier refused the call: +12025550111 is not valid";
  expect(withoutNumbers({ kind: "settled", outcome: "rejected", blocked: false, sentence })).toMatchObject({
    sentence: "The carrier refused the call: +120255***11 is not valid",
  });
});

it("metrics of two processes in one do not meet", async () => {
  const [one, other] = [createMetrics(), createMetrics()];
  one.contactsClaimed.inc(3);
  expect(await readMetric(other, "ringdown_contacts_claimed_total")).toBe(0);
});
