import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join as joinPath } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "@jest/globals";
import { sql } from "kysely";
import { z } from "zod";
import { createRunOperation, getRunOperation, hangUpRunOperation } from "../../../../api/calls/calls.operations.ts";
import {
  createEmbedTokenOperation,
  describeLinkOperation,
  listEmbedTokensOperation,
  revokeEmbedTokenOperation,
  startEmbeddedCallOperation,
} from "../../../../api/conversations/web-call/web-calls.operations.ts";
import { transferTool } from "../../../factories/transfer-tool.ts";
import type { ApiClient } from "../../../harness/api-client.ts";
import { waitUntil } from "../../../harness/wait-until.ts";
import { type CallingPlatform, startCallingPlatform } from "../../calls/calling-platform.ts";
import { openRelayEar } from "../drivers/relay-ear.ts";
import { openTalkingOrganization, type TalkingOrganization } from "../talking-organization.ts";

const begunAnswer = z.object({ workflow_run_id: z.number(), join: z.object({ url: z.string() }) });
const refusalAnswer = z.object({ detail: z.unknown(), code: z.string().optional() });
const PAGE = "https://shop.example.com";

/** The built pages, as far as their headers are looked at. */
let pages: string;
let platform: CallingPlatform;
let organization: TalkingOrganization;
let owner: ApiClient;

beforeAll(async () => {
  pages = mkdtempSync(joinPath(tmpdir(), "talk-pages-"));
  mkdirSync(joinPath(pages, "talk"));
  writeFileSync(joinPath(pages, "talk/index.html"), "<!doctype html><title>Talk</title>");
  platform = await startCallingPlatform({}, { CONSOLE_FOLDER: pages });
});
afterAll(async () => {
  await platform.close();
  rmSync(pages, { recursive: true });
});
beforeEach(async () => {
  organization = await openTalkingOrganization(platform);
  owner = platform.api.client(organization.owner);
});

const agentParams = () => ({ workflow_id: organization.agentId });
const createWebCall = async () => {
  const body = { name: "WEB-1", mode: "smallwebrtc" };
  const { body: run } = await owner.call(createRunOperation, { params: agentParams(), body });
  if (!run.join) throw new Error("the run says nowhere to join");
  return { ...run, join: run.join };
};
const runOf = async (run_id: number) =>
  (await owner.call(getRunOperation, { params: { ...agentParams(), run_id } })).body;
const inState = (runId: number, state: string) =>
  waitUntil(`run ${runId} is ${state}`, async () => {
    const run = await runOf(runId);
    return run.state === state ? run : null;
  });
const embedToken = async (limits: object = {}) =>
  (
    await owner.call(createEmbedTokenOperation, {
      params: agentParams(),
      body: { allowed_origins: [PAGE], ...limits },
    })
  ).body;
const begin = (token: string, origin: string = PAGE) =>
  platform.api.client().fetch(`/api/v1/public/talk/${token}`, { method: "POST", headers: { origin } });
const begun = async (token: string) => {
  const answer = await begin(token);
  expect(answer.status).toBe(201);
  const { join, workflow_run_id } = begunAnswer.parse(await answer.json());
  return { url: join.url, runId: workflow_run_id };
};
const refusal = async (answer: Promise<Response>) => {
  const response = await answer;
  return { status: response.status, ...refusalAnswer.parse(await response.json()) };
};

describe("a run for the browser", () => {
  it("says where it is joined, and is talked in by whoever has the link", async () => {
    const { id, join } = await createWebCall();
    expect(join).toMatchObject({ kind: "relay", url: expect.stringMatching(/^ws.*\/api\/v1\/talk\//) });
    const link = await platform.api.client().call(describeLinkOperation, { params: { token: join.token } });
    expect(link.body).toMatchObject({ kind: "conversation", language: expect.any(String) });
    const page = openRelayEar(join.url, {}, {});
    expect((await page.hear()).words.join(" ")).toContain("this is Mira.");
    expect((await runOf(id)).state).toBe("in_progress");
    page.send({ type: "leave" });
    expect(await inState(id, "completed")).toMatchObject({ end_reason: "user_hangup", outcome: "answered" });
    const again = openRelayEar(join.url, {}, {});
    expect((await again.hear()).then).toBe("lost");
    const gone = await platform.api.client().refused(describeLinkOperation, { params: { token: join.token } });
    expect(gone.status).toBe(404);
  });

  it("has a link that leads nowhere once its conversation has ended, before the run is settled", async () => {
    const { id, join } = await createWebCall();
    await openRelayEar(join.url, {}, {}).hear();
    const { everything } = platform.test;
    await everything.updateTable("conversations").set({ state: "ended" }).where("run_id", "=", id).execute();
    const gone = await platform.api.client().refused(describeLinkOperation, { params: { token: join.token } });
    expect(gone.status).toBe(404);
  });

  it("is not connected to a telephone: the agent is told so, and goes on", async () => {
    const agent = await openTalkingOrganization(platform, {
      tools: { colleague: transferTool },
      script: [{ when: "colleague", call: { name: "colleague" } }],
    });
    const { body: run } = await platform.api.client(agent.owner).call(createRunOperation, {
      params: { workflow_id: agent.agentId },
      body: { name: "WEB-1", mode: "smallwebrtc" },
    });
    const page = openRelayEar(run.join?.url ?? "", {}, {});
    await page.hear();
    page.send({ type: "prompt", voicePrompt: "Connect me to your colleague", last: true });
    expect(await page.hear()).toMatchObject({ words: expect.arrayContaining([expect.any(String)]), then: "listen" });
    const steps = await platform.test.everything
      .selectFrom("conversation_entries")
      .select(["text", "details"])
      .where("run_id", "=", run.id)
      .where("speaker", "=", "step")
      .execute();
    expect(JSON.stringify(steps)).toContain("A conversation in the browser cannot be connected to a telephone.");
    page.send({ type: "leave" });
  });

  it("is told with the agent's words how often it was known to interrupt, where it asks for that", async () => {
    const { join } = await createWebCall();
    const page = openRelayEar(join.url, {}, { countInterruptions: true });
    const ask = async () => {
      page.send({ type: "prompt", voicePrompt: "What are your hours?", last: true });
      return (await page.hear()).interruptions;
    };
    expect((await page.hear()).interruptions).toBe(0);
    page.send({ type: "interrupt", utteranceUntilInterrupt: "" });
    expect([await ask(), await ask()]).toEqual([1, 1]);
    page.send({ type: "leave" });
    const quiet = openRelayEar((await createWebCall()).join.url, {}, {});
    expect((await quiet.hear()).interruptions).toBeNull();
    quiet.send({ type: "leave" });
  });

  it("goes on after a lost connection with what the page has missed, and what the connection has lost of the person", async () => {
    const { id, join } = await createWebCall();
    const wordsKept = async () => {
      const entries = await platform.test.everything
        .selectFrom("conversation_entries")
        .select(["speaker", "text", "heard"])
        .where("run_id", "=", id)
        .where("discarded_at", "is", null)
        .where("speaker", "in", ["agent", "person"])
        .orderBy("id")
        .execute();
      return entries.map(({ speaker, text, heard }) => `${speaker}: ${heard ?? text}`);
    };
    const question = "What are your hours?";
    const first = openRelayEar(join.url, {}, {});
    const greeting = await first.hear();
    first.drop();
    const again = openRelayEar(join.url, {}, { missed: true });
    expect(await again.hear()).toEqual(greeting);
    again.drop();
    const unanswered = ["What are", "your hours?"].map((text) => ({ id: crypto.randomUUID(), text }));
    const lost = openRelayEar(join.url, {}, { missed: true, unanswered });
    const answer = await lost.hear();
    expect(answer.words).not.toEqual([]);
    expect(answer.words).not.toEqual(greeting.words);
    lost.drop();
    const answered = openRelayEar(join.url, {}, { missed: true, unanswered });
    expect(await answered.hear()).toEqual(answer);
    const spoken = { type: "prompt", voicePrompt: "And on Sundays?", last: true, id: crypto.randomUUID() };
    answered.send(spoken);
    const next = await answered.hear();
    answered.drop();
    const named = openRelayEar(
      join.url,
      {},
      { missed: true, unanswered: [{ id: spoken.id, text: spoken.voicePrompt }] },
    );
    expect(await named.hear()).toEqual(next);
    named.drop();
    const [heard = ""] = next.words[0]?.split(" ") ?? [];
    const interrupted = openRelayEar(join.url, {}, { interrupted: heard });
    expect(await interrupted.hear()).toMatchObject({ words: [], then: "listen" });
    const whole = (words: string[]) => words.map((text) => `agent: ${text}`);
    const kept = [...whole(greeting.words), `person: ${question}`, ...whole(answer.words), "person: And on Sundays?"];
    expect(await wordsKept()).toEqual([...kept, `agent: ${heard}`, ...next.words.slice(1).map(() => "agent: ")]);
    interrupted.send({ type: "leave" });
  });

  it("says after a lost connection the reply to a key that its end has nothing of, once", async () => {
    const { join } = await createWebCall();
    const page = openRelayEar(join.url, {}, { countInterruptions: true });
    const greeting = await page.hear();
    page.send({ type: "dtmf", digit: "#" });
    const reply = await page.hear();
    page.drop();
    expect(reply.words).not.toEqual([]);
    expect(reply.turn).not.toBe(greeting.turn);
    const back = openRelayEar(join.url, {}, { countInterruptions: true, settled: greeting.turn });
    expect(await back.hear()).toEqual(reply);
    back.drop();
    const whole = openRelayEar(join.url, {}, { countInterruptions: true, settled: reply.turn });
    expect((await whole.hear()).words).toEqual([]);
    whole.send({ type: "leave" });
  });

  it("takes the keys that a lost connection has cut off, once", async () => {
    const { id, join } = await createWebCall();
    const page = openRelayEar(join.url, {}, { countInterruptions: true });
    const greeting = await page.hear();
    page.drop();
    const pressed = ["4", "2", "#"].map((digit) => ({ id: crypto.randomUUID(), digit }));
    const lost = { countInterruptions: true, settled: greeting.turn, pressed };
    const back = openRelayEar(join.url, {}, lost);
    const first = await back.hear();
    // The person may have been given the word before the keys were taken.
    const reply = first.words.length > 0 ? first : await back.hear();
    expect(reply.words).not.toEqual([]);
    back.drop();
    const again = openRelayEar(join.url, {}, lost);
    expect(await again.hear()).toEqual(reply);
    again.send({ type: "leave" });
    await inState(id, "completed");
    const { rows } = await sql<{ digits: string }>`
      select input->>'digits' as digits from conversation_turns where run_id = ${id} and input->>'kind' = 'digits'
    `.execute(platform.test.everything);
    expect(rows).toEqual([{ digits: "42" }]);
  });

  it("is ended from outside while somebody talks", async () => {
    const { id, join } = await createWebCall();
    const page = openRelayEar(join.url, {}, {});
    await page.hear();
    await owner.call(hangUpRunOperation, { params: { ...agentParams(), run_id: id } });
    expect((await page.hear()).then).toBe("ended");
    expect(await inState(id, "completed")).toMatchObject({ end_reason: "ended_by_request" });
  });

  it("lets nobody in by a token that is changed, or of another kind", async () => {
    const { join } = await createWebCall();
    const { token } = await embedToken();
    for (const url of [join.url.slice(0, -2), `${join.url}x`, join.url.replace(join.token, token)]) {
      expect((await openRelayEar(url, {}, {}).hear()).then).toBe("lost");
    }
    expect((await refusal(begin(join.token))).status).toBe(404);
  });
});

describe("the page to talk on", () => {
  const framedBy = async (token: string) => {
    const { headers } = await platform.api.client().fetch(`/talk/${token}`);
    expect(headers.get("x-frame-options")).toBeNull();
    const policy = headers.get("content-security-policy")?.split(";");
    return policy?.find((directive) => directive.startsWith("frame-ancestors"));
  };

  it("is framed by the origins of its token alone, and by nobody without one", async () => {
    const { token } = await embedToken({ allowed_origins: [PAGE, "https://www.example.com"] });
    expect(await framedBy(token)).toBe(`frame-ancestors ${PAGE} https://www.example.com`);
    const { join } = await createWebCall();
    for (const other of [join.token, "nothing"]) expect(await framedBy(other)).toBe("frame-ancestors 'none'");
  });

  it("answers 404 with the same page for a link that is not valid", async () => {
    const { token } = await embedToken();
    const open = async (of: string) => {
      const response = await platform.api.client().fetch(`/talk/${of}`);
      return { status: response.status, page: await response.text() };
    };
    const valid = await open(token);
    expect(valid.status).toBe(200);
    for (const invalid of ["nothing", `${token}x`]) expect(await open(invalid)).toEqual({ ...valid, status: 404 });
  });
});

describe("an embed token", () => {
  it("begins conversations from its own pages alone, of what is published", async () => {
    const { token, embed_script, page_url } = await embedToken();
    expect(embed_script).toContain(`data-token="${token}"`);
    expect(page_url).toContain(`/talk/${token}`);
    const answer = await begin(token);
    expect(answer.headers.get("access-control-allow-origin")).toBe(PAGE);
    expect(answer.status).toBe(201);
    const other = await begin(token, "https://elsewhere.example.com");
    expect(other.headers.get("access-control-allow-origin")).toBeNull();
    expect(await refusal(Promise.resolve(other))).toMatchObject({ status: 403, code: "origin_not_allowed" });
    const nowhere = await platform.api.client().refused(startEmbeddedCallOperation, { params: { token } });
    expect(nowhere.status).toBe(403);
  });

  it("lets so many people talk at one time, also where more have begun before", async () => {
    const { token } = await embedToken({ max_concurrent: 1 });
    const [first, second] = [await begun(token), await begun(token)];
    const page = openRelayEar(first.url, {}, {});
    await page.hear();
    expect((await openRelayEar(second.url, {}, {}).hear()).then).toBe("lost");
    expect(await refusal(begin(token))).toMatchObject({ status: 429 });
    page.send({ type: "leave" });
    await inState(first.runId, "completed");
    expect((await openRelayEar(second.url, {}, {}).hear()).words).not.toEqual([]);
  });

  describe("that nobody has joined", () => {
    /** As if other visitors had begun so many conversations. */
    const othersWait = async (
      { token, id }: { token: string; id: number },
      { count, secondsAgo }: { count: number; secondsAgo: number },
    ) => {
      const { runId } = await begun(token);
      const { everything } = platform.test;
      const waiting = await everything
        .selectFrom("call_runs")
        .select(["organization_id", "agent_id", "agent_version_id", "mode"])
        .where("id", "=", runId)
        .executeTakeFirstOrThrow();
      const created_at = new Date(Date.now() - secondsAgo * 1000);
      const others = Array.from({ length: count }, (_, at) => ({
        ...waiting,
        uuid: crypto.randomUUID(),
        name: `WEB-${at}`,
        embed_token_id: id,
        visitor_mark: `visitor-${at}`,
        created_at,
      }));
      await everything.insertInto("call_runs").values(others).execute();
      const soonAfter = new Date(created_at.getTime() + 1000);
      await everything.updateTable("call_runs").set({ created_at: soonAfter }).where("id", "=", runId).execute();
    };
    const waitingOf = async (id: number) => {
      const { runs } = await platform.test.everything
        .selectFrom("call_runs")
        .select(({ fn }) => fn.countAll<string>().as("runs"))
        .where("embed_token_id", "=", id)
        .where("state", "=", "queued")
        .executeTakeFirstOrThrow();
      return Number(runs);
    };

    it("are a hundred at most while they are new", async () => {
      const token = await embedToken();
      // They stay new, however long the test takes.
      await othersWait(token, { count: 99, secondsAgo: -600 });
      expect(await refusal(begin(token.token))).toMatchObject({ status: 429 });
      expect(await waitingOf(token.id)).toBe(100);
    });

    it("give way to a new visitor after half a minute, the oldest first", async () => {
      const token = await embedToken();
      await othersWait(token, { count: 99, secondsAgo: 40 });
      await begun(token.token);
      expect(await waitingOf(token.id)).toBe(100);
      const ended = await platform.test.everything
        .selectFrom("call_runs")
        .select(["state", "end_reason", "visitor_mark"])
        .where("embed_token_id", "=", token.id)
        .where("ended_at", "is not", null)
        .execute();
      const another = expect.stringMatching(/^visitor-/);
      expect(ended).toMatchObject([{ state: "canceled", end_reason: "not_joined", visitor_mark: another }]);
    });

    it("are five at most of one visitor, so that nobody switches the button off for the others", async () => {
      const token = await embedToken();
      for (let count = 0; count < 5; count += 1) await begun(token.token);
      expect(await refusal(begin(token.token))).toMatchObject({ status: 429 });
      const { everything } = platform.test;
      await everything
        .updateTable("call_runs")
        .set({ visitor_mark: "another" })
        .where("embed_token_id", "=", token.id)
        .execute();
      await begun(token.token);
    });
  });

  it("is used up with its minutes, and with the organization's budget", async () => {
    const { token, id } = await embedToken({ max_minutes: 1 });
    const { runId } = await begun(token);
    const { everything } = platform.test;
    const lasted = { started_at: new Date(), duration_seconds: 61 };
    await everything.updateTable("call_runs").set(lasted).where("id", "=", runId).execute();
    expect(await refusal(begin(token))).toMatchObject({ status: 402, code: "minutes_used_up" });
    const { body } = await owner.call(listEmbedTokensOperation, { params: agentParams() });
    expect(body.embed_tokens).toMatchObject([{ id, minutes_used: 1 }]);
    const another = await embedToken();
    const budget = { daily_minor: 0, monthly_minor: null, currency: "USD" };
    await everything
      .updateTable("organizations")
      .set({ budget })
      .where("id", "=", organization.organizationId)
      .execute();
    expect(await refusal(begin(another.token))).toMatchObject({ status: 402, code: "blocked_budget" });
  });

  it("ends a conversation in its own words when its minutes are used up meanwhile", async () => {
    const { token } = await embedToken({ max_minutes: 1 });
    const { runId: earlier } = await begun(token);
    const { everything } = platform.test;
    const lasted = { started_at: new Date(), duration_seconds: 58, state: "completed" as const };
    await everything.updateTable("call_runs").set(lasted).where("id", "=", earlier).execute();
    const { url, runId } = await begun(token);
    const page = openRelayEar(url, {}, {});
    await page.hear();
    page.send({ type: "spoken" });
    const last = await page.hear();
    expect(last.words).not.toEqual([]);
    expect(last.then === "ended" || (await page.hear()).then === "ended").toBe(true);
    expect(await inState(runId, "completed")).toMatchObject({ end_reason: "call_duration_exceeded" });
  });

  it("begins nothing any more once it is revoked or has expired", async () => {
    const { token, id } = await embedToken();
    const { url } = await begun(token);
    const params = { ...agentParams(), token_id: id };
    const revoked = await owner.call(revokeEmbedTokenOperation, { params });
    expect(revoked.body.revoked_at).not.toBeNull();
    expect((await owner.call(revokeEmbedTokenOperation, { params })).body).toEqual(revoked.body);
    expect((await refusal(begin(token))).status).toBe(404);
    expect((await openRelayEar(url, {}, {}).hear()).then).toBe("lost");
    const past = { expires_at: new Date(Date.now() - 1000).toISOString() };
    const late = await owner.refused(createEmbedTokenOperation, {
      params: agentParams(),
      body: { allowed_origins: [PAGE], ...past },
    });
    expect(late).toMatchObject({ status: 422 });
  });

  it.each([
    "shop.example.com",
    "https://shop.example.com/talk",
    "ftp://shop.example.com",
    "https://*.example.com/",
    "https://shop.example.com;script-src",
    "https://shop,example.com",
    "https://'self'",
  ])("refuses %s as an origin", async (origin) => {
    const answer = await owner.refused(createEmbedTokenOperation, {
      params: agentParams(),
      body: { allowed_origins: [origin] },
    });
    expect(answer.status).toBe(422);
  });
});
