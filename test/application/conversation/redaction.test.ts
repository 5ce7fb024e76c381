import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { buildRunWebhook } from "../../../activities/after-conversation/run-webhook.ts";
import { readBody } from "../../../activities/webhook-delivery/webhook-body.ts";
import type { RedactionSetting } from "../../../domain/privacy/redaction-setting.ts";
import { systemClock } from "../../../infra/clock.ts";
import { findRun } from "../../../infra/postgres/call/call-run.repository.ts";
import { readRunAgent } from "../../../infra/postgres/call/run-agent.repository.ts";
import { recordTimeline } from "../../../infra/postgres/timeline/timeline.repository.ts";
import { createTenant, type Tenant } from "../../factories/tenant.ts";
import { createTestDatabase, type TestDatabase } from "../../harness/test-database.ts";
import { testSecrets } from "../../harness/test-secrets.ts";
import { begin, createReception, readConversationRows, speech } from "./reception.ts";
import { calls, recordedModel, says } from "./recorded-model.ts";
import type { Rig } from "./rig.ts";

let test: TestDatabase;
let tenant: Tenant;

beforeAll(async () => {
  test = await createTestDatabase();
  tenant = await createTenant(test, "ours");
});
afterAll(() => test.drop());

const setOrganization = (redaction: RedactionSetting | null) =>
  test.everything.updateTable("organizations").set({ redaction }).where("id", "=", tenant.organizationId).execute();

const CARD = "4242 4242 4242 4242";
const ALL_PLACES = ["words", "variables", "webhooks"] as const;

/** Every row of every table that belongs to the organization, as text. */
const dump = async (): Promise<string> => {
  const tables = [
    "conversation_entries",
    "conversation_turns",
    "conversations",
    "call_runs",
    "timeline_events",
    "requests",
  ] as const;
  const rows = await Promise.all(
    tables.map((table) =>
      test.everything.selectFrom(table).selectAll().where("organization_id", "=", tenant.organizationId).execute(),
    ),
  );
  return JSON.stringify(rows);
};
const wordsOf = async (rig: Rig) => (await readConversationRows(test, rig)).entries.map(({ text }) => text);
const runOf = (rig: Rig) =>
  test.database.inOrganization(tenant.organizationId, async (tx) => {
    const run = await findRun(tx, rig.runUuid);
    if (!run) throw new Error("no run");
    return run;
  });

describe("words with something sensitive in them", () => {
  it("are stored without it, while the model hears it in its turn and what it reads back is stored without it", async () => {
    await setOrganization({ kinds: ["card", "email"], in: ["words"] });
    const model = recordedModel(says(`I have ${CARD} of ada@example.net.`), says("Goodbye then."));
    const rig = await createReception(test, tenant, { model });
    const { conversation, words } = await rig.open();
    await conversation.begin(begin);
    await conversation.hear(speech("1", `My card is ${CARD}, my address ada@example.net`));
    // What is said is not what is stored.
    expect(words().at(-1)).toBe(`I have ${CARD} of ada@example.net.`);
    expect(JSON.stringify(model.requests[0])).toContain(CARD);
    await conversation.hear(speech("2", "Thank you"));
    expect(JSON.stringify(model.requests[1])).not.toContain("4242");
    expect((await wordsOf(rig)).slice(1, 3)).toEqual([
      "My card is [card], my address [email]",
      "I have [card] of [email].",
    ]);
    expect(await dump()).not.toMatch(/4242|ada@example\.net/);
  });

  it("are stored without a number that comes in two turns or by keys", async () => {
    await setOrganization({ kinds: ["card"], in: ["words"] });
    const rig = await createReception(test, tenant, {
      model: recordedModel(says("4242 4242, go on."), says("Now press it."), says("Fine.")),
    });
    const { conversation } = await rig.open();
    await conversation.begin(begin);
    await conversation.hear(speech("1", "So, 4242 4242"));
    await conversation.hear(speech("2", "4242 4242."));
    await conversation.hear({ kind: "digits", digits: "4242424242424242#", turnKey: "3" });
    expect((await wordsOf(rig)).filter((text) => text.includes("card"))).toEqual([
      "So, [card]",
      "[card], go on.",
      "[card].",
      "(pressed [card]#)",
    ]);
    expect(await dump()).not.toContain("4242");
  });

  it("are stored as they are where nothing is to be left out, or only variables are", async () => {
    await setOrganization({ kinds: ["card"], in: ["variables"] });
    const rig = await createReception(test, tenant, { model: recordedModel(says("Fine.")) });
    const { conversation } = await rig.open();
    await conversation.begin(begin);
    await conversation.hear(speech("1", `It is ${CARD}`));
    expect((await wordsOf(rig))[1]).toBe(`It is ${CARD}`);
  });

  it("are left out by the organization and by the agent, whichever wants more", async () => {
    await setOrganization({ kinds: ["email"], in: ["words"] });
    const rig = await createReception(test, tenant, {
      model: recordedModel(says("Fine.")),
      configurations: { redaction: { kinds: ["card"], in: ["webhooks"] } },
    });
    const { conversation } = await rig.open();
    await conversation.begin(begin);
    await conversation.hear(speech("1", `It is ${CARD} of ada@example.net`));
    expect((await wordsOf(rig))[1]).toBe("It is [card] of [email]");
  });
});

describe("what is sent", () => {
  it("is without it in both kinds of webhooks, and the call's own number stays", async () => {
    await setOrganization({ kinds: ["card", "phone_number"], in: ["webhooks"] });
    const rig = await createReception(test, tenant, {
      model: recordedModel(says("Fine.")),
      initialContext: { note: CARD },
    });
    const { conversation } = await rig.open();
    await conversation.begin(begin);
    await conversation.hear(speech("1", `It is ${CARD}`));
    const { organizationId } = tenant;
    const run = {
      ...(await runOf(rig)),
      called_number: "+14155550171",
      gathered_context: { card: CARD, ring: "+14155550172" },
    };
    const request = await test.database.inOrganization(organizationId, async (tx) =>
      buildRunWebhook(tx, {
        run,
        agent: await readRunAgent(tx, run, systemClock.now()),
        node: {
          id: "hook",
          name: "Hook",
          url: "https://hooks.example.com/in",
          method: "POST",
          headers: [],
          credentialUuid: null,
          payload: null,
        },
        messageId: "m",
        signingSecret: null,
        now: systemClock.now(),
        secrets: testSecrets,
      }),
    );
    const sent = JSON.stringify(request);
    expect(sent).toContain("+14155550171");
    expect(sent).toContain("[card]");
    expect(sent).not.toMatch(/4242|4155550172/);
    const endpoint = await test.everything
      .insertInto("webhook_endpoints")
      .values({
        organization_id: organizationId,
        url: "https://hooks.example.com/out",
        events: [],
        secret_sealed: Buffer.from("-"),
      })
      .returning("id")
      .executeTakeFirstOrThrow();
    const body = await test.database.inOrganization(organizationId, async (tx) => {
      await recordTimeline(tx, {
        organizationId,
        kind: "outcome",
        actor: "system",
        summary: `They said ${CARD}`,
        payload: { variables: { card: CARD } },
        runId: run.id,
      });
      const delivery = await tx
        .selectFrom("webhook_deliveries")
        .selectAll()
        .where("endpoint_id", "=", endpoint.id)
        .executeTakeFirstOrThrow();
      return readBody(tx, delivery);
    });
    expect(body?.data["summary"]).toBe("They said [card]");
    expect(JSON.stringify(body)).not.toContain("4242");
  });
});

describe("variables", () => {
  it("and what functions are told and answer are stored without it", async () => {
    await setOrganization({ kinds: ["card"], in: [...ALL_PLACES] });
    const rig = await createReception(test, tenant, {
      model: recordedModel(calls("book_appointment", { card: CARD }), says("Fine.")),
    });
    const { conversation } = await rig.open();
    await conversation.begin(begin);
    await conversation.hear(speech("1", `Book it on ${CARD}`));
    expect((await wordsOf(rig)).join(" ")).toContain("Book it on [card]");
    const run = await runOf(rig);
    const rows = await test.everything
      .selectFrom("conversation_entries")
      .selectAll()
      .where("run_id", "=", run.id)
      .execute();
    expect(JSON.stringify(rows)).not.toContain("4242");
  });
});
