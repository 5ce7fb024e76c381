import { createHmac, randomBytes } from "node:crypto";
import type { ServerResponse } from "node:http";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "@jest/globals";
import { type HttpReceiver, type ReceivedRequest, respond, startHttpReceiver } from "../../harness/http-receiver.ts";
import { installed, runScript } from "./python-client.ts";

const whereInstalled = installed === null ? describe.skip : describe;

let platform: HttpReceiver;
beforeAll(async () => void (platform = await startHttpReceiver()));
afterAll(() => platform.close());
beforeEach(() => void (platform.requests.length = 0));

/** Answers one request after another; the last answer stays. */
const answerInTurn = (...answers: ((response: ServerResponse, request: ReceivedRequest) => void)[]) => {
  let count = 0;
  platform.answer = (request, response) => {
    const answer = answers[Math.min(count, answers.length - 1)];
    count += 1;
    answer?.(response, request);
  };
};

/** `sync` and `async`: the same in both halves of the client. */
interface Halves {
  sync: string;
  async: string;
}

const run = (body: Halves[keyof Halves], half: keyof Halves, values: Record<string, string> = {}) => {
  const indented = body.trim().replaceAll("\n", "\n        ");
  const program =
    half === "sync"
      ? `
import json, os
from ringdown import *
def main():
    with Ringdown(os.environ["BASE_URL"], api_key="a", max_retries=2) as ringdown:
        ${indented}
print(json.dumps(main()))`
      : `
import asyncio, json, os
from ringdown import *
async def main():
    async with AsyncRingdown(os.environ["BASE_URL"], api_key="a", max_retries=2) as ringdown:
        ${indented}
print(json.dumps(asyncio.run(main())))`;
  return runScript(program, { BASE_URL: platform.url, ...values });
};

const inBoth = (body: string): [keyof Halves, string][] => [
  ["sync", body.replaceAll("AWAIT ", "").replaceAll("ASYNC ", "")],
  ["async", body.replaceAll("AWAIT ", "await ").replaceAll("ASYNC ", "async ")],
];

const refuse =
  (status: number, body: object, headers: Record<string, string> = {}) =>
  (response: ServerResponse) =>
    void response.writeHead(status, { "content-type": "application/json", ...headers }).end(JSON.stringify(body));
const answer = (body: unknown) => (response: ServerResponse) => respond(response, 200, body);

whereInstalled("a call that is refused for now", () => {
  const start = inBoth(`return AWAIT ringdown.campaigns.start(campaign_id=1)`);
  it.each(start)("is repeated as the server says, under one Idempotency-Key (%s)", async (half, body) => {
    answerInTurn(refuse(503, {}, { "retry-after": "0" }), refuse(429, {}, { "retry-after": "0" }), answer({ id: 1 }));
    expect(await run(body, half)).toEqual({ id: 1 });
    const keys = platform.requests.map(({ headers }) => headers["idempotency-key"]);
    expect(keys).toHaveLength(3);
    expect(new Set(keys).size).toBe(1);
  });

  it.each(start)("is repeated when its connection breaks, and no further than max_retries (%s)", async (half, body) => {
    answerInTurn((response) => void response.socket?.destroy());
    await expect(run(body, half)).rejects.toThrow("ConnectionError");
    expect(platform.requests).toHaveLength(3);
  });

  it.each(inBoth(`AWAIT ringdown.campaigns.delete(campaign_id=1)`))(
    "is repeated where it deletes, under the key that the first try had (%s)",
    async (half, body) => {
      answerInTurn((response) => void response.socket?.destroy());
      await expect(run(body, half)).rejects.toThrow("ConnectionError");
      expect(platform.requests).toHaveLength(3);
      expect(new Set(platform.requests.map(({ headers }) => headers["idempotency-key"])).size).toBe(1);
    },
  );

  it.each(start)("is given up when the server asks for more than a minute (%s)", async (half, body) => {
    answerInTurn(refuse(503, { detail: "busy" }, { "retry-after": "3600" }));
    await expect(run(body, half)).rejects.toThrow("ServerError: busy");
    expect(platform.requests).toHaveLength(1);
  });
});

whereInstalled("an error", () => {
  const tell = inBoth(`
try:
    AWAIT ringdown.campaigns.get(campaign_id=1)
except RingdownError as error:
    return [type(error).__name__, error.status, error.code, str(error), error.request_id, error.faults, error.operation]`);
  const fault = { loc: ["body", "name"], msg: "is missing", type: "missing" };
  const CASES: [number, unknown, string, string, unknown[]][] = [
    [400, "no", "BadRequestError", "no", []],
    [401, "no", "AuthenticationError", "no", []],
    [402, "no", "LimitReachedError", "no", []],
    [403, "no", "PermissionError", "no", []],
    [404, "no", "NotFoundError", "no", []],
    [409, { message: "moved" }, "ConflictError", "moved", []],
    [422, [fault], "ValidationError", "name: is missing", [fault]],
    [500, null, "ServerError", "The API answered 500", []],
    [418, null, "RingdownError", "The API answered 418", []],
  ];
  it.each(CASES)(
    "%s has a class, a code and the API's own sentence",
    async (...[status, detail, name, sentence, faults]) => {
      for (const [half, body] of tell) {
        answerInTurn(refuse(status, { detail, code: "a_code" }, { "x-request-id": "r1" }));
        expect(await run(body, half)).toEqual([name, status, "a_code", sentence, "r1", faults, "campaigns.get"]);
      }
    },
  );

  it("an error page of a proxy is told all the same", async () => {
    answerInTurn((response) => void response.writeHead(502).end("<html>"));
    const told = ["ServerError", 502, null, "The API answered 502", null, [], "campaigns.get"];
    expect(await run(tell[0]?.[1] ?? "", "sync")).toEqual(told);
  });
});

whereInstalled("a list", () => {
  const ids = inBoth(`return [row["id"] ASYNC for row in ringdown.campaigns.list(limit=1)]`);
  it.each(ids)("goes on by its cursor to its end (%s)", async (half, body) => {
    answerInTurn(
      answer({ campaigns: [{ id: 3 }], next_cursor: "c2" }),
      answer({ campaigns: [{ id: 2 }], next_cursor: null }),
    );
    expect(await run(body, half)).toEqual([3, 2]);
    expect(platform.requests.map(({ url }) => url.split("?")[1])).toEqual(["limit=1", "limit=1&cursor=c2"]);
  });

  it.each(inBoth(`return [row["id"] ASYNC for row in ringdown.campaigns.runs(campaign_id=1)]`))(
    "goes on by its pages (%s)",
    async (half, body) => {
      answerInTurn(
        answer({ runs: [{ id: 1 }], page: 1, total_pages: 2 }),
        answer({ runs: [{ id: 2 }], page: 2, total_pages: 2 }),
      );
      expect(await run(body, half)).toEqual([1, 2]);
    },
  );

  it.each(inBoth(`return [row["id"] ASYNC for row in ringdown.agents.versions(workflow_id=1)]`))(
    "goes on by its offset until a page is empty (%s)",
    async (half, body) => {
      answerInTurn(answer([{ id: 1 }, { id: 2 }]), answer([]));
      expect(await run(body, half)).toEqual([1, 2]);
      expect(platform.requests.at(-1)?.url).toContain("offset=2");
    },
  );

  it("gives its page as it was answered", async () => {
    const page = { campaigns: [], next_cursor: "c", added_later: true };
    answerInTurn(answer(page));
    expect(await run("return ringdown.campaigns.list().page()", "sync")).toEqual(page);
    expect(await run("return await ringdown.campaigns.list()", "async")).toEqual(page);
  });
});

whereInstalled("a stream", () => {
  const event = (id: number, text = `{"n": ${id}}`) => `retry: 1\nid: ${id}\ndata: ${text}\n\n`;
  const write =
    (text: string, end: "end" | "break" = "end") =>
    (response: ServerResponse) => {
      response.writeHead(200, { "content-type": "text/event-stream" }).write(text);
      if (end === "end") response.end();
      else setImmediate(() => response.socket?.destroy());
    };
  const numbers = inBoth(`return [each["n"] ASYNC for each in ringdown.channels.timeline_stream()]`);
  it.each(numbers)(
    "goes on after its last event when it breaks or ends, until the API says its end (%s)",
    async (half, body) => {
      answerInTurn(
        write(`${event(1)}id: 2\ndata: {"half": `, "end"),
        write(event(2), "break"),
        write(`: alive\n\n${event(3)}event: end\ndata: {}\n\n`),
      );
      expect(await run(body, half)).toEqual([1, 2, 3]);
      expect(platform.requests.map(({ headers }) => headers["last-event-id"])).toEqual([undefined, "1", "2"]);
    },
  );

  it.each(numbers)("is over when the API has nothing more (%s)", async (half, body) => {
    answerInTurn(write(event(1)), (response) => void response.writeHead(204).end());
    expect(await run(body, half)).toEqual([1]);
  });

  it.each(numbers)("that is refused is an error and no empty stream (%s)", async (half, body) => {
    answerInTurn(refuse(403, { detail: "not yours" }));
    await expect(run(body, half)).rejects.toThrow("not yours");
  });

  it("begins where another one ended", async () => {
    answerInTurn(write(`${event(8)}event: end\ndata: {}\n\n`));
    const program = `
stream = ringdown.channels.timeline_stream(options=CallOptions(last_event_id="7"))
return [[(event.id, event.event) for event in stream.events()], stream.last_event_id]`;
    expect(await run(program, "sync")).toEqual([[["8", "message"]], "8"]);
    expect(platform.requests[0]?.headers["last-event-id"]).toBe("7");
  });
});

whereInstalled("verify_webhook", () => {
  const key = randomBytes(24);
  const secret = `whsec_${key.toString("base64")}`;
  const payload = JSON.stringify({ type: "call.ended", data: { text: "für" } });
  const sign = (id: string, at: number, text = payload, by = key) =>
    `v1,${createHmac("sha256", by).update(`${id}.${at}.${text}`).digest("base64")}`;
  const verify = (headers: Record<string, string>, { body = payload, secrets = [secret] } = {}) =>
    runScript(
      `
import json, os
from ringdown import verify_webhook
print(json.dumps(verify_webhook(os.environ["BODY"].encode(), json.loads(os.environ["HEADERS"]), json.loads(os.environ["SECRETS"]))))`,
      { BODY: body, HEADERS: JSON.stringify(headers), SECRETS: JSON.stringify(secrets) },
    );
  /** Asked for anew by each test: others may take minutes before it. */
  const now = () => Math.floor(Date.now() / 1000);
  const signed = (at: number, signature = sign("m1", at)) => ({
    "Webhook-Id": "m1",
    "webhook-timestamp": String(at),
    "webhook-signature": signature,
  });

  it("returns the event that was signed, also by the secret of before", async () => {
    const at = now();
    expect(await verify(signed(at))).toEqual(JSON.parse(payload));
    const others = { secrets: [`whsec_${randomBytes(24).toString("base64")}`, secret] };
    expect(await verify(signed(at, `v2,x ${sign("m1", at)}`), others)).toEqual(JSON.parse(payload));
  });

  it.each<[string, () => Record<string, string>, object, string]>([
    ["another body", () => signed(now()), { body: `${payload} ` }, "No signature"],
    ["another time", () => signed(now(), sign("m1", now() - 60)), {}, "No signature"],
    ["an old request", () => signed(now() - 400), {}, "too old"],
    ["a missing header", () => ({ "webhook-id": "m1" }), {}, "no webhook-timestamp"],
    ["a secret that is none", () => signed(now()), { secrets: ["whsec_"] }, "none of a webhook"],
  ])("refuses %s", async (_, headers, options, sentence) => {
    await expect(verify(headers(), options)).rejects.toThrow(sentence);
  });
});
