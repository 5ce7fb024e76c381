import { beforeAll, describe, expect, it } from "@jest/globals";
import type { Insertable } from "kysely";
import type { z } from "zod";
import { createContactListOperation, listContactsOperation } from "../../../api/contacts/contacts.operations.ts";
import { addDoNotCallOperation } from "../../../api/contacts/do-not-call.operations.ts";
import {
  createIntakeOperation,
  listIntakesOperation,
  updateIntakeOperation,
} from "../../../api/contacts/intakes.operations.ts";
import type { intakeBody, intakeChanges } from "../../../api/contacts/intakes.schemas.ts";
import { takeEndedCalls } from "../../../api/contacts/take-ended-calls.ts";
import { takeEndedCall } from "../../../application/contact/take-ended-call.ts";
import { concludeConversation } from "../../../application/conversation/conclude-conversation.ts";
import type { CallRun } from "../../../infra/postgres/call/call-run.entity.ts";
import type { Tables } from "../../../infra/postgres/tables.ts";
import { recordOutcome } from "../../../infra/postgres/timeline/call-outcome.repository.ts";
import { createAgentRows } from "../../factories/agents.ts";
import { createRunRow, endedCall } from "../../factories/calls.ts";
import { useTenantApi } from "../../harness/tenant-api.ts";

const { api, operator, tenant, test } = await useTenantApi();
const { organizationId } = tenant;
let agent: { organizationId: number; agentId: number; versionId: number };

beforeAll(async () => {
  agent = { organizationId, ...(await createAgentRows(test, tenant)) };
});

const makeList = async () =>
  (await operator.call(createContactListOperation, { body: { name: crypto.randomUUID() } })).body.id;

type Made = Omit<z.input<typeof intakeBody>, "name">;
const makeIntake = async (contact_list_id: number, body: Made) =>
  (
    await operator.call(createIntakeOperation, {
      params: { contact_list_id },
      body: { name: "Who wants an offer", ...body },
    })
  ).body;

const listWith = async (body: Made = { calls: { when: "variables.wants_offer == true" } }) => {
  const listId = await makeList();
  const { intake_id: intakeId } = await makeIntake(listId, body);
  return { listId, intakeId };
};

let lastNumber = 200;
const nextNumber = () => `+1212555${String((lastNumber += 1)).padStart(4, "0")}`;

const callWith = (variables: Record<string, unknown>, values: Partial<Insertable<Tables["call_runs"]>> = {}) =>
  createRunRow(
    test,
    agent,
    endedCall({ direction: "outbound", called_number: nextNumber(), gathered_context: variables, ...values }),
  );

/** As the end of a call is written. */
const settle = (run: CallRun) =>
  test.database.inOrganization(organizationId, (tx) =>
    recordOutcome(tx, run, {
      outcome: run.outcome,
      disposition: run.disposition,
      variables: run.gathered_context,
    }),
  );

const contactsOf = async (contact_list_id: number) =>
  (await operator.call(listContactsOperation, { params: { contact_list_id }, query: {} })).body.contacts;
const intakeOf = async ({ listId, intakeId }: { listId: number; intakeId: number }) => {
  const { intakes } = (await operator.call(listIntakesOperation, { params: { contact_list_id: listId } })).body;
  const found = intakes.find(({ intake_id: id }) => id === intakeId);
  if (!found) throw new Error("the intake is gone");
  return found;
};
const waitingOf = ({ intakeId }: { intakeId: number }) =>
  test.everything
    .selectFrom("contact_intake_calls")
    .select(["run_id", "result"])
    .where("intake_id", "=", intakeId)
    .execute();

describe("an intake of calls", () => {
  it("takes whom a call was with, of the calls that its expression is true of", async () => {
    const made = await listWith();
    const wanted = await callWith({ wants_offer: true });
    const others = [
      await callWith({ wants_offer: false }),
      await callWith({}),
      await callWith({ wants_offer: "maybe" }),
    ];
    for (const run of [wanted, ...others]) await settle(run);
    await takeEndedCalls(api.dependencies);
    expect(await contactsOf(made.listId)).toMatchObject([{ phone_number: wanted.called_number }]);
    expect(await intakeOf(made)).toMatchObject({ kind: "calls", url: null, taken: 1, faults: [] });
    expect(await waitingOf(made)).toEqual([{ run_id: wanted.id, result: "taken" }]);
    const told = await test.everything
      .selectFrom("timeline_events")
      .select(["summary", "payload"])
      .where("run_id", "=", wanted.id)
      .where("kind", "=", "system")
      .execute();
    expect(told).toMatchObject([{ payload: { contact_list_id: made.listId, intake_id: made.intakeId } }]);
  });

  it("maps variables to the contact, and takes nobody twice under one key", async () => {
    const made = await listWith({
      calls: { when: "has(variables.friend)" },
      mapping: { phone_number: "/variables/friend", key: "/variables/order", attributes: { city: "/variables/city" } },
    });
    const friend = nextNumber();
    for (const city of ["Berlin", "Hamburg"]) await settle(await callWith({ friend, order: "o-1", city }));
    await takeEndedCalls(api.dependencies);
    expect(await contactsOf(made.listId)).toMatchObject([{ phone_number: friend, attributes: { city: "Berlin" } }]);
    expect(await intakeOf(made)).toMatchObject({ taken: 1 });
  });

  it("is applied once to a call whose end is written twice, and whose taking is killed before its commit", async () => {
    const made = await listWith();
    const run = await callWith({}, { holds_conversation: true, mode: "simulator" });
    await test.everything
      .insertInto("conversations")
      .values({
        run_id: run.id,
        organization_id: organizationId,
        driver: "relay",
        state: "ended",
        gathered: { wants_offer: true },
      })
      .execute();
    const conclude = () =>
      concludeConversation(api.dependencies, { organizationId, runUuid: run.uuid, isLastTry: true });
    await conclude();
    await conclude();
    await settle(run);
    expect(await waitingOf(made)).toEqual([{ run_id: run.id, result: null }]);
    const killed = test.database.withEntities(organizationId, async (em, tx) => {
      expect(await takeEndedCall({ em, tx }, { isFull: false })).toBe(true);
      throw new Error("killed");
    });
    await expect(killed).rejects.toThrow("killed");
    expect(await contactsOf(made.listId)).toEqual([]);
    await Promise.all([takeEndedCalls(api.dependencies), takeEndedCalls(api.dependencies)]);
    await conclude();
    await takeEndedCalls(api.dependencies);
    expect(await contactsOf(made.listId)).toHaveLength(1);
    expect(await intakeOf(made)).toMatchObject({ taken: 1, faults: [] });
  });

  it("leaves nothing of a call whose end is undone", async () => {
    const made = await listWith();
    const run = await callWith({ wants_offer: true });
    const undone = test.database.inOrganization(organizationId, async (tx) => {
      await recordOutcome(tx, run, { outcome: "answered", disposition: null, variables: {} });
      throw new Error("killed");
    });
    await expect(undone).rejects.toThrow("killed");
    expect(await waitingOf(made)).toEqual([]);
  });

  it("takes nobody who is not to be called, and keeps each reason once", async () => {
    const made = await listWith();
    const stopped = nextNumber();
    await operator.call(addDoNotCallOperation, { body: { phone_numbers: [stopped] } });
    const calls = [
      await callWith({ wants_offer: true }, { called_number: stopped }),
      await callWith({ wants_offer: true }, { opted_out: true }),
      await callWith({ wants_offer: true }, { called_number: null, mode: "smallwebrtc" }),
    ];
    for (const run of calls) await settle(run);
    await takeEndedCalls(api.dependencies);
    for (const run of calls) await settle(run);
    await takeEndedCalls(api.dependencies);
    expect(await contactsOf(made.listId)).toEqual([]);
    const { faults, taken } = await intakeOf(made);
    expect(taken).toBe(0);
    expect(faults.map(({ reason }) => reason).sort()).toEqual([
      "The number is on the do-not-call list",
      "The person asked in this call not to be called any more",
      "There is no number at /phone_number",
    ]);
    expect(faults[0]?.payload).toContain('"wants_offer":true');
    expect((await waitingOf(made)).map(({ result }) => result)).toEqual(["refused", "refused", "refused"]);
  });

  it("takes calls of its agents alone, none that was not dialled, and none once it is switched off", async () => {
    const other = await createAgentRows(test, tenant);
    const made = await listWith({ calls: { workflow_ids: [other.agentId] } });
    const ofOther = { agent_id: other.agentId, agent_version_id: other.versionId };
    const mine = await callWith({}, ofOther);
    await settle(mine);
    await settle(await callWith({}));
    await settle(await callWith({}, { ...ofOther, outcome: "blocked_do_not_call", state: "blocked" }));
    await settle(await callWith({}, { ...ofOther, mode: "transfer" }));
    await settle(await callWith({}, { ...ofOther, environment: "sandbox" }));
    await takeEndedCalls(api.dependencies);
    expect((await contactsOf(made.listId)).map((contact) => contact.phone_number)).toEqual([mine.called_number]);
    const late = await callWith({}, ofOther);
    await settle(late);
    const params = { contact_list_id: made.listId, intake_id: made.intakeId };
    await operator.call(updateIntakeOperation, { params, body: { is_active: false } });
    await settle(await callWith({}, ofOther));
    await takeEndedCalls(api.dependencies);
    expect(await contactsOf(made.listId)).toHaveLength(1);
  });

  it("takes an unanswered incoming call, by its outcome", async () => {
    const made = await listWith({ calls: { when: "direction == 'inbound' && outcome != 'answered'" } });
    const caller = nextNumber();
    const missed = { direction: "inbound", caller_number: caller, outcome: "no_answer" } as const;
    await settle(await callWith({}, missed));
    await takeEndedCalls(api.dependencies);
    expect((await contactsOf(made.listId)).map((contact) => contact.phone_number)).toEqual([caller]);
  });

  it("is changed, has no secret and no address, and names what the organization has", async () => {
    const made = await listWith();
    const params = { contact_list_id: made.listId, intake_id: made.intakeId };
    const changed = await operator.call(updateIntakeOperation, {
      params,
      body: { calls: { when: "outcome == 'busy'" } },
    });
    expect(changed.body).toMatchObject({ calls: { when: "outcome == 'busy'" }, secret: null });
    const refused = (body: z.input<typeof intakeChanges>) => operator.refused(updateIntakeOperation, { params, body });
    expect((await refused({ rotate_secret: true })).status).toBe(422);
    expect((await refused({ calls: { workflow_ids: [999_999_999] } })).status).toBe(422);
    expect((await refused({ calls: { campaign_ids: [999_999_999] } })).status).toBe(422);
    expect((await refused({ calls: { when: "variables.a +" } })).status).toBe(422);
    expect((await refused({ calls: { when: "duration_seconds" } })).status).toBe(422);
    const { uuid } = await test.everything
      .selectFrom("contact_intakes")
      .select("uuid")
      .where("id", "=", made.intakeId)
      .executeTakeFirstOrThrow();
    const address = new URL(`/api/v1/public/intakes/${organizationId}/${uuid}`, api.baseUrl);
    expect((await fetch(address, { method: "POST", body: "{}" })).status).toBe(404);
    const bare = { params: { contact_list_id: made.listId }, body: { name: "Nothing" } };
    expect((await operator.refused(createIntakeOperation, bare)).status).toBe(422);
  });
});
