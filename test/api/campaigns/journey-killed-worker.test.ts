import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { sql } from "kysely";
import { journeyProgressOperation, putJourneyOperation } from "../../../api/campaigns/journey.operations.ts";
import { startDueJourneys } from "../../../api/campaigns/start-due-journeys.ts";
import type { JourneyStep } from "../../../domain/journey/journey.ts";
import { createAgentRows } from "../../factories/agents.ts";
import { someContacts } from "../../factories/campaigns.ts";
import { type ApiProcess, startApiProcess } from "../../harness/api-process.ts";
import { type MailServer, startMailServer } from "../../harness/mail-server.ts";
import { waitUntil } from "../../harness/wait-until.ts";
import { workerSettings } from "../../harness/worker-process.ts";
import { at, openWhatIfRig, type WhatIfRig } from "./what-if-rig.ts";

/** `JOURNEY_PEOPLE=40`: with so many it takes two to three minutes. */
const PEOPLE = Number(process.env["JOURNEY_PEOPLE"] ?? 0);
const asked = PEOPLE > 0;
if (!asked) process.stderr.write("\n*** SKIPPED: a journey while workers are killed: set JOURNEY_PEOPLE=40\n\n");

let rig: WhatIfRig;
let mail: MailServer;
let looking = true;
let worker: ApiProcess;
let looks: Promise<void>;

const startWorker = () =>
  startApiProcess(
    {
      ...workerSettings(),
      CARRIER_SIMULATOR_BASE_URL: rig.carrierUrl,
      PUBLIC_BASE_URL: rig.api.baseUrl,
      DATABASE_URL: rig.test.url,
      TEMPORAL_NAMESPACE: rig.namespace,
      SMTP_URL: mail.url,
    },
    "worker/start.ts",
  );

const kill = async () => {
  worker.child.kill("SIGKILL");
  await worker.ended;
};

beforeAll(async () => {
  if (!asked) return;
  [rig, mail] = await Promise.all([openWhatIfRig(), startMailServer()]);
  await rig.simulator.writeScript({ speed: 100_000, defaults: { weights: { no_answer: 3, answered: 1 } } });
  worker = startWorker();
  // As each API process does.
  const look = async (): Promise<void> => {
    while (looking) {
      await startDueJourneys(rig.api.dependencies).catch(() => 0);
      await new Promise((resolve) => setTimeout(resolve, 300));
    }
  };
  looks = look();
});
afterAll(async () => {
  if (!asked) return;
  looking = false;
  await looks;
  await kill();
  await Promise.all([rig.close(), mail.close()]);
});

const rowsOf = (id: number) =>
  rig.test.everything.selectFrom("journey_steps").selectAll().where("campaign_id", "=", id).execute();

const judged = asked ? it : it.skip;
describe("a journey", () => {
  judged("is gone to its end while workers are killed: each step at most once, and nobody is lost", async () => {
    const id = await rig.draftFor(
      someContacts(PEOPLE).map((contact, index) => ({
        ...contact,
        attributes: { email: `person-${index}@example.com` },
      })),
      { retry_config: { enabled: false }, max_concurrency: 20 },
    );
    const { agentId } = await createAgentRows(rig.test, rig.tenant);
    const { id: folder_id } = await rig.test.everything
      .insertInto("folders")
      .values({ organization_id: rig.tenant.organizationId, name: "Front desk" })
      .returning("id")
      .executeTakeFirstOrThrow();
    const steps: JourneyStep[] = [
      { id: "write", on: ["no_answer"], do: "mail", subject: "We called", text: "{{phone_number}}", next: ["again"] },
      { id: "again", do: "call", workflow_id: agentId, next: ["ask"] },
      { id: "ask", do: "inbox", folder_id, text: "Call {{phone_number}}" },
      { id: "thank", on: ["answered"], do: "do_not_call", reason: "done with" },
    ];
    rig.api.dependencies.mailer ??= { send: async () => undefined, verify: async () => undefined };
    await rig.operator.call(putJourneyOperation, { ...at(id), body: { steps } });
    const startedAt = Date.now();
    await rig.start(id);
    for (let kills = 0; kills < 3; kills += 1) {
      const before = mail.mails.length;
      await waitUntil("an eighth of the mails is sent, or all is done", async () => {
        const { state } = await rig.progressOf(id);
        return state === "completed" || mail.mails.length >= before + PEOPLE / 8;
      });
      await kill();
      if (kills === 0) {
        // What was asked for by the killed process is looked at sooner than after a minute and a half.
        await sql`update journey_steps set started_at = started_at - interval '5 minutes' where state = 'doing'`.execute(
          rig.test.everything,
        );
      }
      worker = startWorker();
    }
    await rig.stateIs(id, "completed");
    const tookMs = Date.now() - startedAt;
    const rows = await rowsOf(id);
    const contacts = await rig.test.everything
      .selectFrom("campaign_contacts")
      .select(["id", "phone_number", "attempts", "state"])
      .where("campaign_id", "=", id)
      .execute();
    const of = (step: string) => rows.filter((row) => row.step === step);
    if (process.env["JOURNEY_PEOPLE"])
      process.stdout.write(
        `${PEOPLE} people, ${tookMs} ms, mails ${mail.mails.length}, rows ${JSON.stringify(
          Object.groupBy(rows, ({ step, state }) => `${step} ${state}`),
          (_key, value: unknown) => (Array.isArray(value) ? value.length : value),
        )}\n`,
      );
    expect(rows.filter(({ state }) => !["done", "unclear"].includes(state))).toEqual([]);
    // Nobody is lost: everybody has taken a first step, and each further one follows.
    expect(of("write").length + of("thank").length).toBe(PEOPLE);
    expect(of("again")).toHaveLength(of("write").length);
    expect(of("ask")).toHaveLength(of("write").length);
    // At most once each.
    const written = mail.mails.map(({ to }) => String(to));
    expect(new Set(written).size).toBe(written.length);
    expect(written.length).toBeGreaterThanOrEqual(of("write").filter(({ state }) => state === "done").length);
    expect(contacts.map(({ attempts }) => attempts).toSorted()).toEqual(
      contacts.map((contact) => (of("again").some((row) => row.campaign_contact_id === contact.id) ? 2 : 1)).toSorted(),
    );
    const { rows: asked } = await sql<{ count: number }>`
      select count(*)::integer as count from requests where folder_id = ${folder_id}`.execute(rig.test.everything);
    expect(asked[0]?.count).toBe(of("ask").length);
    const { body } = await rig.operator.call(journeyProgressOperation, at(id));
    expect(body.edges.reduce((sum, { people }) => sum + people, 0)).toBe(rows.length);
    expect(body.next_due_at).toBeNull();
  });
});
