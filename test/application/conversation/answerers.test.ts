import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { sql } from "kysely";
import { createTenant, type Tenant } from "../../factories/tenant.ts";
import { createTestDatabase, type TestDatabase } from "../../harness/test-database.ts";
import { begin, createReception, speech } from "./reception.ts";
import { calls, recordedModel, says } from "./recorded-model.ts";
import type { Rig } from "./rig.ts";

let test: TestDatabase;
let tenant: Tenant;
beforeAll(async () => {
  test = await createTestDatabase();
  tenant = await createTenant(test, "ours");
});
afterAll(() => test.drop());

const runOf = (rig: Rig) =>
  test.everything.selectFrom("call_runs").selectAll().where("uuid", "=", rig.runUuid).executeTakeFirstOrThrow();
const SCREENS = "Hi, if you record your name and reason for calling, I'll see if this person is available.";
const MESSAGE = { enabled: true, action: "leave_message", message: "Call back, {{name}}." };

/** Lets a call out be answered, and each of these be said in turn; returns what the agent did after its greeting. */
const hear = async (configurations: object, said: readonly (string | null)[]) => {
  const rig = await createReception(test, tenant, { configurations, script: [{ when: "", say: "I see." }] });
  const { conversation, told } = await rig.open();
  await conversation.begin(begin);
  const after = told.length;
  for (const [at, text] of said.entries()) {
    if (text === null) await conversation.hear({ turnKey: `${at}`, kind: "silence" });
    else await conversation.hear(speech(`${at}`, text));
  }
  const spoken = told.slice(after);
  return { spoken, run: await runOf(rig), words: spoken.flatMap((each) => (each.kind === "say" ? [each.text] : [])) };
};

/** The same, of somebody of whom so much was heard while they still spoke. */
const hearing = async (
  configurations: object,
  soFar: string,
  said: readonly (string | null)[] = [],
  spokenMs = 2000,
) => {
  const rig = await createReception(test, tenant, { configurations, script: [{ when: "", say: "I see." }] });
  const { conversation, told } = await rig.open();
  await conversation.begin(begin);
  const after = told.length;
  await conversation.answererSpeaks({ turnKey: "early", text: soFar, spokenMs });
  for (const [at, text] of said.entries()) {
    if (text === null) await conversation.hear({ turnKey: `${at}`, kind: "silence" });
    else await conversation.hear(speech(`${at}`, text));
  }
  const spoken = told.slice(after);
  return { spoken, run: await runOf(rig), words: spoken.flatMap((each) => (each.kind === "say" ? [each.text] : [])) };
};

describe("who answered, by what was said first", () => {
  it("is a person, who is answered as ever, and noted with their words", async () => {
    const { run, words } = await hear({}, ["Hello, this is Martha."]);
    expect(words).toEqual(["I see."]);
    expect(run).toMatchObject({
      answered_by: "person",
      answer_evidence: { source: "words", words: "Hello, this is Martha.", decided_after_ms: expect.any(Number) },
    });
  });

  it("is a mailbox, which is hung up on, or left a message once it is silent", async () => {
    const mailbox = "You've reached Paula. Please leave a message after the tone.";
    const hungUp = await hear({ voicemail_detection: { enabled: true } }, [mailbox]);
    expect(hungUp.spoken).toEqual([{ kind: "end", reason: "voicemail_detected" }]);
    const left = await hear({ voicemail_detection: MESSAGE }, [mailbox, null]);
    expect(left.spoken).toEqual([
      { kind: "interrupt" },
      { kind: "listen", silenceSeconds: 3, interruptible: false },
      { kind: "say", text: "Call back, Ada.", interruptible: false },
      { kind: "end", reason: "voicemail_left" },
    ]);
    expect(left.run.answered_by).toBe("voicemail");
    expect((await hear({}, [mailbox])).words).toEqual(["I see."]);
  });

  it("is a mailbox although it began like a person", async () => {
    const { run, spoken } = await hear({ voicemail_detection: { enabled: true } }, [
      "Hello.",
      "I'm not here, leave me a message after the beep.",
    ]);
    expect(spoken.at(-1)).toEqual({ kind: "end", reason: "voicemail_detected" });
    expect(run.answered_by).toBe("voicemail");
  });

  it("is known while it is still said, and waits for its end unless nobody listens to it", async () => {
    const mailbox = "You've reached Paula. Please leave a message after the tone. You may hang up or";
    const hungUp = await hearing({ voicemail_detection: { enabled: true } }, mailbox);
    expect(hungUp.spoken).toEqual([{ kind: "end", reason: "voicemail_detected" }]);
    expect(hungUp.run.answer_evidence).toMatchObject({ source: "words", words: mailbox });
    const waits = { kind: "listen", silenceSeconds: 60, interruptible: false };
    const left = await hearing({ voicemail_detection: MESSAGE }, mailbox, [`${mailbox} press one.`, null]);
    expect(left.spoken).toEqual([
      { kind: "interrupt" },
      waits,
      { kind: "interrupt" },
      { kind: "listen", silenceSeconds: 3, interruptible: false },
      { kind: "say", text: "Call back, Ada.", interruptible: false },
      { kind: "end", reason: "voicemail_left" },
    ]);
    const screened = await hearing({}, SCREENS.slice(0, -1), [SCREENS]);
    expect(screened.spoken).toEqual([
      { kind: "interrupt" },
      { ...waits, interruptible: true },
      { kind: "interrupt" },
      expect.objectContaining({ kind: "say" }),
      expect.objectContaining({ kind: "listen", silenceSeconds: 30 }),
    ]);
    expect(screened.run.answered_by).toBe("screening");
    const dead = await hearing({}, "The number you have dialed is not in service. Please check");
    expect(dead.spoken).toEqual([{ kind: "end", reason: "number_unavailable" }]);
    const song = await hearing({}, "And the river went on", [], 12_000);
    expect(song.run.answered_by).toBe("unknown");
    const person = await hearing({}, "Hello, this is Martha, who", ["Hello, this is Martha, who is calling?"]);
    expect(person.words).toEqual(["I see."]);
    expect(person.run.answered_by).toBe("person");
  });

  it("is an announcement of the network, which is not talked to", async () => {
    const { run, spoken } = await hear({}, ["The number you have dialed is not in service."]);
    expect(spoken).toEqual([{ kind: "end", reason: "number_unavailable" }]);
    expect(run).toMatchObject({ answered_by: "ivr", answer_evidence: { kind: "announcement" } });
  });

  it("is not asked of calls in", async () => {
    const rig = await createReception(test, tenant, { script: [{ when: "", say: "I see." }] });
    await test.everything
      .updateTable("call_runs")
      .set({ direction: "inbound" })
      .where("uuid", "=", rig.runUuid)
      .execute();
    const { conversation } = await rig.open();
    await conversation.begin({ ...begin, answeredBy: null });
    await conversation.hear(speech("1", "Please leave a message after the tone."));
    expect((await runOf(rig)).answered_by).toBeNull();
  });
});

describe("a screening service", () => {
  it.each([
    ["en-US", "This is Acme, calling about your appointment."],
    ["de-DE", "Hier ist Acme, es geht um your appointment."],
    ["es-ES", "Le llamamos de Acme por lo siguiente: your appointment."],
    ["fr-FR", "C'est Acme, au sujet de : your appointment."],
    ["hi-IN", "यह Acme की ओर से कॉल है, विषय: your appointment।"],
  ])("is told in one sentence who calls and why, in %s", async (language, sentence) => {
    await test.everything
      .updateTable("organizations")
      .set({ name: "Acme" })
      .where("id", "=", tenant.organizationId)
      .execute();
    const { spoken, run } = await hear({ language, call_reason: "your appointment." }, [SCREENS]);
    expect(spoken).toEqual([
      { kind: "interrupt" },
      { kind: "say", text: sentence, interruptible: false },
      { kind: "listen", silenceSeconds: 30, interruptible: true },
    ]);
    expect(run.answered_by).toBe("screening");
  });

  it("is waited for, and the call begins with the disclosure when a person comes", async () => {
    const { words, run } = await hear({ disclosure: "A machine speaks." }, [
      SCREENS,
      "Thank you, please stay on the line.",
      "Hello?",
      "Yes, go on.",
    ]);
    expect(words[0]).toMatch(/^This is /);
    expect(words[1]).toBe("A machine speaks.");
    expect(words.at(-1)).toBe("I see.");
    expect(run).toMatchObject({ answered_by: "screening", answer_evidence: { person_came: true } });
  });

  it("is left with a goodbye when its person does not come", async () => {
    for (const end of [null, "Sorry, this person isn't available to talk."]) {
      const { spoken, run } = await hear({}, [SCREENS, end]);
      expect(spoken.at(-1)).toEqual({ kind: "end", reason: "screened" });
      expect(run.answer_evidence?.person_came).toBeUndefined();
    }
  });
});

describe("a menu", () => {
  const MENU = "Welcome to City Bank. For account information press one, for cards press two.";
  const play = async (configurations: object, keys: string) => {
    const model = recordedModel(calls("send_keys", { keys }), says("Done."));
    const rig = await createReception(test, tenant, { configurations, model, initialContext: { pin: "4711" } });
    const { conversation, told } = await rig.open();
    await conversation.begin(begin);
    await conversation.hear(speech("1", MENU));
    const pressed = await test.everything
      .selectFrom("timeline_events as t")
      .innerJoin("call_runs as r", "r.id", "t.run_id")
      .select("t.payload")
      .where("r.uuid", "=", rig.runUuid)
      .where(sql<string>`t.payload->>'event'`, "=", "keys_pressed")
      .execute();
    const entries = await test.everything
      .selectFrom("conversation_entries as e")
      .innerJoin("call_runs as r", "r.id", "e.run_id")
      .select(["e.text", "e.details"])
      .where("r.uuid", "=", rig.runUuid)
      .where("e.speaker", "=", "tool")
      .execute();
    return { told, entries, pressed: pressed.map(({ payload }) => payload), run: await runOf(rig) };
  };

  it("is answered with keys, without a word, where the agent may press them", async () => {
    const { told, run, pressed } = await play({ send_keys_enabled: true }, "1");
    expect(told.slice(-2)).toEqual([{ kind: "keys", digits: "1" }, expect.objectContaining({ kind: "listen" })]);
    expect(run).toMatchObject({ answered_by: "ivr", answer_evidence: { kind: "menu" } });
    expect(pressed).toEqual([{ event: "keys_pressed", keys: "1" }]);
  });

  it("keeps the names of variables and never their values", async () => {
    const { told, entries, pressed } = await play({ send_keys_enabled: true }, "{{pin}}#");
    expect(pressed).toEqual([{ event: "keys_pressed", keys: "{{pin}}#" }]);
    expect(told).toContainEqual({ kind: "keys", digits: "4711#" });
    expect(JSON.stringify(entries)).toContain("{{pin}}");
    expect(JSON.stringify(entries)).not.toContain("4711");
  });

  it("is not pressed where the agent may not, nor by what is no key", async () => {
    const unable = await play({}, "1");
    expect([unable.told.some(({ kind }) => kind === "keys"), unable.pressed]).toEqual([false, []]);
    expect((await play({ send_keys_enabled: true }, "call me")).told.some(({ kind }) => kind === "keys")).toBe(false);
  });
});
