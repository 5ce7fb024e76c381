import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, it } from "@jest/globals";
import { sql } from "kysely";
import { withoutNumbers } from "../../../activities/call-run/call-figures.ts";
import { createLogger } from "../../../infra/logger.ts";
import { TRANSFER_MODE } from "../../../infra/postgres/call/call-transfers.repository.ts";
import { addToDoNotCall } from "../../../infra/postgres/contact/do-not-call.repository.ts";
import { createMetrics } from "../../../infra/telemetry/metrics.ts";
import { openOtlpTracing } from "../../../infra/telemetry/otlp-tracing.ts";
import { createRunRow } from "../../factories/calls.ts";
import { captureLog } from "../../harness/captured-log.ts";
import { readMetric } from "../../harness/exposition.ts";
import { startOtlpReceiver } from "../../harness/otlp-receiver.ts";
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

it("a caller's trace has the call to somebody who is to take them as its part, and that call's trace knows the caller's", async () => {
  const collector = await startOtlpReceiver();
  const tracing = openOtlpTracing({
    endpoint: collector.endpoint,
    service: "ringdown-worker",
    logger: createLogger("test", { level: "silent" }),
    OTEL_EXPORTER_OTLP_HEADERS: undefined,
    OTEL_TRACES_SAMPLER: "always_on",
    OTEL_TRACES_SAMPLER_ARG: 1,
  });
  Object.assign(rig.deps, { tracing });
  const campaign = await startCampaign(rig);
  const underWay = { provider: "simulator", state: "in_progress", called_number: "+12025550113" } as const;
  const caller = await createRunRow(rig.test, campaign, { ...underWay, holds_conversation: true });
  const colleague = await createRunRow(rig.test, campaign, { ...underWay, mode: TRANSFER_MODE });
  await rig.test.everything
    .insertInto("call_transfers")
    .values({
      organization_id: campaign.organizationId,
      uuid: randomUUID(),
      run_id: caller.id,
      leg_uuid: colleague.uuid,
      targets: sql`'["+12025550113"]'::jsonb`,
      language: "en",
      hold: { text: null, recordingId: null },
      ring_timeout_seconds: 20,
    })
    .execute();
  await campaign.end(colleague.uuid, "busy");
  await campaign.end(caller.uuid, "answered", { durationSeconds: 9 });
  await tracing.close();
  await collector.close();
  const traceOf = ({ uuid }: { uuid: string }) => {
    const traceId = uuid.replaceAll("-", "");
    const spans = collector.spans().filter((span) => span.traceId === traceId);
    return { traceId, root: spans.find(({ name }) => name === "invoke_agent"), spans };
  };
  const [ofCaller, ofColleague] = [traceOf(caller), traceOf(colleague)];
  expect(ofCaller.root?.links).toEqual([]);
  expect(ofColleague.root?.links).toEqual([{ traceId: ofCaller.traceId, spanId: ofCaller.root?.spanId }]);
  expect(ofColleague.spans).toHaveLength(1);
  expect(ofCaller.spans.filter(({ name }) => name === "transfer")).toMatchObject([
    {
      parentSpanId: ofCaller.root?.spanId,
      links: [{ traceId: ofColleague.traceId, spanId: ofColleague.root?.spanId }],
      attributes: { "ringdown.outcome": "busy" },
    },
  ]);
});
