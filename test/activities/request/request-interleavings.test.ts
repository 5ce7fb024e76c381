import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, it } from "@jest/globals";
import fc from "fast-check";
import { checkRequest } from "../../../activities/request/check-request.ts";
import { carryOutAction } from "../../../activities/tool/carry-out-action.ts";
import { openRequest } from "../../../application/request/open-request.ts";
import { confirmToolCall, proposeToolCall, undoAction } from "../../../application/request/request-actions.ts";
import { toolDefinition } from "../../../domain/tool/tool-definition.ts";
import type { GuardedRequests } from "../../../infra/guarded-request/guarded-requests.ts";
import { markReported } from "../../../infra/postgres/request/request-progress.ts";
import { findRequest, settleRequest } from "../../../infra/postgres/request/settle-request.ts";
import { noPrices } from "../../../infra/telephony/price-table.ts";
import { createTestDatabase, type TestDatabase } from "../../harness/test-database.ts";
import { testSecrets } from "../../harness/test-secrets.ts";
import { createToolRig, type ToolRig } from "../tool/tool-rig.ts";

/** People, the clock and a worker that dies, in any order and at the same time: over the real rows. */
let test: TestDatabase;
let rig: ToolRig;
let runId: number;
let toolUuid: string;

beforeAll(async () => {
  test = await createTestDatabase();
  rig = await createToolRig(test);
  const run = await test.everything.selectFrom("call_runs").select("id").executeTakeFirstOrThrow();
  runId = run.id;
  toolUuid = randomUUID();
  await test.everything
    .insertInto("tools")
    .values({
      organization_id: rig.tenant.organizationId,
      tool_uuid: toolUuid,
      name: "Book",
      category: "http_api",
      definition: toolDefinition.parse({ type: "http_api", config: { method: "POST", url: "https://example.com/" } }),
      requires_confirmation: true,
      compensation: { method: "DELETE", arguments: {} },
    })
    .execute();
});
afterAll(() => test.drop());

const people = fc.constantFrom("user:1", "user:2");
const step = fc.oneof(
  fc.record({ kind: fc.constantFrom("confirm" as const, "decline" as const, "undo" as const), by: people }),
  fc.record({
    kind: fc.constant("work" as const),
    dies: fc.constantFrom("never", "before it sends", "after it has sent"),
  }),
  fc.constant({ kind: "expire" as const }),
);
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

interface Outcome {
  /** Requests that a worker was about to send: nobody knows whether they have arrived. */
  begun: string[];
  sent: string[];
  settled: string[];
  undone: string[];
}

const openAction = () =>
  test.database.inOrganization(rig.tenant.organizationId, async (tx) => {
    const organizationId = rig.tenant.organizationId;
    const subject = { tool_uuid: toolUuid, tool_name: "Book", summary: "A table", can_be_undone: true };
    const row = await openRequest(
      tx,
      { organizationId, requestKey: randomUUID(), actor: "agent:1" },
      { kind: "action", subject },
    );
    const toolCallId = await proposeToolCall(tx, {
      claim: { organizationId, runId, number: 1 },
      call: { toolUuid, name: "book", arguments: "{}" },
      request: row,
      secrets: testSecrets,
    });
    await tx.updateTable("requests").set({ tool_call_id: toolCallId }).where("id", "=", row.id).execute();
    return row;
  });

/** Does a worker's work as long as it is not killed: reads the row and does the next step, until nothing is left. */
const work = async (requestId: number, dies: string, outcome: Outcome): Promise<void> => {
  const { organizationId } = rig.tenant;
  const send: GuardedRequests["send"] = async ({ method }) => {
    outcome.begun.push(method);
    if (dies === "before it sends") throw new Error("killed");
    outcome.sent.push(method);
    if (dies === "after it has sent") throw new Error("killed");
    return { status: 200, headers: {}, body: "{}", truncated: false };
  };
  const guardedRequests = { ...rig.deps.guardedRequests, send };
  const deps = { ...rig.deps, guardedRequests, mailer: null, prices: noPrices, temporal: Object.create(null) };
  for (let looks = 0; looks < 6; looks += 1) {
    const { step: next } = await checkRequest(deps, { organizationId, requestId, withdrawn: false });
    if (next === "wait" || next === "finish") return;
    if (next === "tell") await test.database.inOrganization(organizationId, (tx) => markReported(tx, requestId));
    else await carryOutAction(deps, { organizationId, requestId, undo: next === "undo" });
  }
};

const take = async (row: { id: number; event_id: number }, each: Step, outcome: Outcome): Promise<void> => {
  const { organizationId } = rig.tenant;
  if (each.kind === "work") return work(row.id, each.dies, outcome).catch(() => {});
  await test.database.inOrganization(organizationId, async (tx) => {
    if (each.kind === "expire") {
      const past = new Date(Date.now() - 1000);
      await tx.updateTable("requests").set({ expires_at: past }).where("id", "=", row.id).execute();
      return;
    }
    if (each.kind === "undo") {
      const request = await findRequest(tx, { eventId: row.event_id, kind: "action" });
      if (!request) throw new Error("it is there");
      const undo = await undoAction(tx, request, { undoneBy: each.by, secrets: testSecrets });
      if (undo.kind === "undoing") outcome.undone.push(each.by);
      return;
    }
    const decision = each.kind === "confirm" ? "confirmed" : "declined";
    const settled = await settleRequest(tx, {
      eventId: row.event_id,
      kind: "action",
      decision,
      answer: {},
      settledBy: each.by,
    });
    if (settled.kind !== "settled") return;
    outcome.settled.push(decision);
    if (decision === "confirmed") await confirmToolCall(tx, settled.request);
  });
};

it("an action is settled once, run at most once and taken back at most once, whatever happens in whatever order", async () => {
  const moments = fc.array(fc.array(step, { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 7 });
  await fc.assert(
    fc.asyncProperty(moments, async (story) => {
      const outcome: Outcome = { begun: [], sent: [], settled: [], undone: [] };
      const row = await openAction();
      for (const atOnce of story) await Promise.all(atOnce.map((each) => take(row, each, outcome)));
      await work(row.id, "never", outcome);
      const { state, decision } = await test.everything
        .selectFrom("requests")
        .selectAll()
        .where("id", "=", row.id)
        .executeTakeFirstOrThrow();
      expect(outcome.settled).toEqual(state === "settled" ? [decision] : []);
      expect(outcome.undone.length).toBeLessThanOrEqual(1);
      const posts = outcome.sent.filter((method) => method === "POST").length;
      const deletes = outcome.sent.filter((method) => method === "DELETE").length;
      expect(posts).toBeLessThanOrEqual(decision === "confirmed" ? 1 : 0);
      expect(deletes).toBeLessThanOrEqual(outcome.undone.length);
      // An action of which nobody knows whether it was sent may be taken back; one that was never begun may not.
      if (deletes > 0) expect(outcome.begun[0]).toBe("POST");
    }),
    { numRuns: 60 },
  );
});
