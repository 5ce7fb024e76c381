import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { sql } from "kysely";
import {
  ANSWERERS,
  type AnswerEvidence,
  DETECTIONS,
  reviseAnswer,
  toAnswerer,
  wasAnsweredByMachine,
} from "../../../../domain/answerer/answered-by.rules.ts";
import { answeredByMachineAlone, noteAnswer, notePersonCame } from "../../../../infra/postgres/call/answer-columns.ts";
import { findRun } from "../../../../infra/postgres/call/call-run.repository.ts";
import { recordCarrierEvent } from "../../../../infra/postgres/call/carrier-events.repository.ts";
import { toCarrierEvent, toToneEvent } from "../../../../infra/telephony/sip/sip.event.ts";
import { buildCallRoomName } from "../../../../infra/telephony/sip/sip.participant.ts";
import { createAgentRows } from "../../../factories/agents.ts";
import { type AgentOfRun, createRunRow } from "../../../factories/calls.ts";
import { createTenant } from "../../../factories/tenant.ts";
import { createTestDatabase, type TestDatabase } from "../../../harness/test-database.ts";

let test: TestDatabase;
let agent: AgentOfRun;
beforeAll(async () => {
  test = await createTestDatabase();
  const tenant = await createTenant(test);
  agent = { organizationId: tenant.organizationId, ...(await createAgentRows(test, tenant)) };
});
afterAll(() => test.drop());

const SOURCES = ["carrier", "words"] as const;

describe("who answered, in a call's row", () => {
  it("is revised by the rule of the domain, for each answer after each other", async () => {
    const run = await createRunRow(test, agent);
    const known = [null, ...ANSWERERS.flatMap((by) => SOURCES.map((source) => ({ by, source })))];
    for (const before of known) {
      for (const detection of DETECTIONS) {
        for (const source of SOURCES) {
          const evidence: AnswerEvidence = { source, words: "said now" };
          const after = await test.database.inOrganization(agent.organizationId, async (tx) => {
            await tx
              .updateTable("call_runs")
              .set({ answered_by: before?.by ?? null, answer_evidence: before && { source: before.source } })
              .where("id", "=", run.id)
              .execute();
            await noteAnswer(tx, run, { detection, evidence });
            return findRun(tx, run.uuid);
          });
          const told = { by: toAnswerer(detection), source };
          const standing = reviseAnswer(before, told);
          expect([before, detection, source, after?.answered_by]).toEqual([before, detection, source, standing.by]);
          expect(after?.answer_evidence).toEqual(standing === told ? evidence : { source: standing.source });
        }
      }
    }
  });

  it("is an announcement where the media process has heard a tone of the network, also after a carrier's person", async () => {
    const run = await createRunRow(test, agent);
    const event = toCarrierEvent({
      ...toToneEvent("sit_vacant"),
      id: "EV-1",
      createdAt: 1_800_000_000,
      room: { name: buildCallRoomName(run.uuid) },
      participant: { identity: "callee", attributes: toToneEvent("sit_vacant").attributes },
    });
    const after = await test.database.inOrganization(agent.organizationId, async (tx) => {
      await noteAnswer(tx, run, { detection: "person", evidence: { source: "carrier" } });
      if (event) await recordCarrierEvent(tx, run, event);
      return findRun(tx, run.uuid);
    });
    expect(after).toMatchObject({
      answered_by: "ivr",
      answer_evidence: { source: "tone", kind: "announcement", tones: ["sit_vacant"] },
    });
  });

  it("says whether a machine alone answered, as the domain does", async () => {
    const run = await createRunRow(test, agent);
    for (const by of [null, ...ANSWERERS]) {
      for (const personCame of [false, true]) {
        const alone = await test.database.inOrganization(agent.organizationId, async (tx) => {
          await tx
            .updateTable("call_runs")
            .set({ answered_by: by, answer_evidence: null })
            .where("id", "=", run.id)
            .execute();
          if (personCame) await notePersonCame(tx, run);
          const { rows } = await sql<{ alone: boolean }>`
            select ${answeredByMachineAlone(sql`r`)} as alone from call_runs r where id = ${run.id}`.execute(tx);
          return rows[0]?.alone;
        });
        expect([by, personCame, alone]).toEqual([by, personCame, wasAnsweredByMachine(by, personCame)]);
      }
    }
  });
});
