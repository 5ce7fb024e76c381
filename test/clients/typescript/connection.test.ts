import type { ServerResponse } from "node:http";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "@jest/globals";
import {
  AuthenticationError,
  ConflictError,
  ConnectionError,
  isErrorOf,
  NotFoundError,
  RateLimitError,
  Ringdown,
  RingdownError,
  ServerError,
  ValidationError,
} from "../../../clients/typescript/src/index.ts";
import { type HttpReceiver, respond, startHttpReceiver } from "../../harness/http-receiver.ts";
import { waitUntil } from "../../harness/wait-until.ts";

let platform: HttpReceiver;
let ringdown: Ringdown;

beforeAll(async () => {
  platform = await startHttpReceiver();
  ringdown = new Ringdown({ baseUrl: `${platform.url}/api/v1/`, apiKey: "vap_test_key" });
});
afterAll(() => platform.close());
beforeEach(() => {
  platform.requests.length = 0;
});

type Answer = (response: ServerResponse) => void;

/** Gives these answers in turn, and the last one to every further request. */
const answerInTurn = (...answers: Answer[]) => {
  let next = 0;
  platform.answer = (_request, response) => {
    const answer = answers[Math.min(next, answers.length - 1)];
    next += 1;
    answer?.(response);
  };
};
const refusal =
  (status: number, headers: Record<string, string> = { "retry-after": "0" }, code = "refused"): Answer =>
  (response) => {
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
    respond(response, status, { detail: `Refused with ${status}`, code });
  };
const fine: Answer = (response) => respond(response, 200, { id: 12 });
const lost: Answer = (response) => response.destroy();
const keysSeen = () => new Set(platform.requests.map(({ headers }) => headers["idempotency-key"]));

describe("a repetition", () => {
  it.each([
    ["too many requests", refusal(429)],
    ["an overload", refusal(503)],
    ["a lost connection", lost],
    ["a first try that is still running", refusal(409, { "retry-after": "0" }, "request_in_progress")],
  ])("follows %s under the same Idempotency-Key", async (_, answer) => {
    answerInTurn(answer, answer, fine);
    expect(await ringdown.campaigns.start({ campaign_id: 12 })).toEqual({ id: 12 });
    expect(platform.requests).toHaveLength(3);
    expect([...keysSeen()]).toEqual([expect.stringMatching(/^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/)]);
  });

  it("has another key in another call, and the caller's own where one is given", async () => {
    answerInTurn(fine);
    await ringdown.campaigns.start({ campaign_id: 12 });
    await ringdown.campaigns.start({ campaign_id: 12 });
    await ringdown.campaigns.start({ campaign_id: 12 }, { idempotencyKey: "mine" });
    expect(keysSeen().size).toBe(3);
    expect(keysSeen()).toContain("mine");
  });

  it("waits as long as the server says, also until a date", async () => {
    const date = new Date(Date.now() + 2_000).toUTCString();
    answerInTurn(refusal(429, { "retry-after": date }), fine);
    await ringdown.service.health();
    expect(Date.now()).toBeGreaterThanOrEqual(Date.parse(date));
  });

  it("does not follow a wait that is longer than the client allows", async () => {
    answerInTurn(refusal(429, { "retry-after": "3600" }), fine);
    const error = await ringdown.service.health().catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(RateLimitError);
    expect(error).toMatchObject({ retryAfterMs: 3_600_000 });
    expect(platform.requests).toHaveLength(1);
  });

  it("ends after the retries of the call", async () => {
    answerInTurn(refusal(503));
    await expect(ringdown.service.health({ maxRetries: 2 })).rejects.toThrow(ServerError);
    expect(platform.requests).toHaveLength(3);
  });

  it.each([
    [
      "a login whose connection broke, which has no key",
      () => ringdown.service.login({ email: "a@example.com", password: "secret" }),
      lost,
    ],
    ["a refusal", () => ringdown.campaigns.start({ campaign_id: 1 }), refusal(409)],
    ["a fault of the platform", () => ringdown.campaigns.get({ campaign_id: 1 }), refusal(500)],
  ])("does not follow %s", async (_, act, answer) => {
    answerInTurn(answer);
    await expect(act()).rejects.toThrow(RingdownError);
    expect(platform.requests).toHaveLength(1);
  });

  it("follows a deletion whose connection broke, under the key that the first try had", async () => {
    answerInTurn(
      lost,
      lost,
      (response) => void response.writeHead(200, { "content-type": "application/json" }).end("{}"),
    );
    await ringdown.campaigns.delete({ campaign_id: 1 });
    const keys = platform.requests.map(({ headers }) => headers["idempotency-key"]);
    expect(keys).toHaveLength(3);
    expect(new Set(keys).size).toBe(1);
  });

  it("ends with the caller's signal", async () => {
    const leaving = new AbortController();
    answerInTurn((response) => {
      refusal(503, { "retry-after": "50" })(response);
      leaving.abort(new Error("the page was left"));
    });
    await expect(ringdown.service.health({ signal: leaving.signal })).rejects.toThrow("the page was left");
    expect(platform.requests).toHaveLength(1);
  });

  it("follows a try that has no answer in time", async () => {
    answerInTurn(() => {}, fine);
    // A busy machine may take longer than the time of a try for the second, too.
    const answered = await waitUntil("a try is answered in time", () =>
      ringdown.campaigns.get({ campaign_id: 1 }, { timeoutMs: 300 }),
    );
    expect(answered).toEqual({ id: 12 });
    expect(platform.requests.length).toBeGreaterThan(1);
    answerInTurn(() => {});
    await expect(ringdown.campaigns.get({ campaign_id: 1 }, { timeoutMs: 50, maxRetries: 0 })).rejects.toThrow(
      "campaigns.get: no answer within 0.05 seconds",
    );
  });
});

describe("an error", () => {
  it.each([
    [401, AuthenticationError],
    [404, NotFoundError],
    [409, ConflictError],
    [429, RateLimitError],
    [502, ServerError],
  ])("of status %s has its class, code, sentence and request", async (status, Class) => {
    answerInTurn(refusal(status, { "x-request-id": "req-1" }, "some_code"));
    const error = await ringdown.campaigns
      .get({ campaign_id: 1 }, { maxRetries: 0 })
      .catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(Class);
    expect(error).toMatchObject({
      name: Class.name,
      message: `Refused with ${status}`,
      status,
      code: "some_code",
      requestId: "req-1",
      faults: [],
    });
  });

  it("names the fields that were refused", async () => {
    const faults = [
      { loc: ["body", "name"], msg: "Required", type: "missing" },
      { loc: ["query", "page"], msg: "Too small", type: "too_small" },
    ];
    answerInTurn((response) => respond(response, 422, { detail: faults, code: "validation_error" }));
    const error = await ringdown.service.health().catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(ValidationError);
    expect(error).toMatchObject({ faults, message: "name: Required; page: Too small" });
  });

  it("has the message of an object, and stays readable where a proxy answers a page", async () => {
    answerInTurn((response) => respond(response, 409, { detail: { message: "Another revision", actual_revision: 4 } }));
    await expect(ringdown.service.health()).rejects.toMatchObject({
      message: "Another revision",
      detail: { actual_revision: 4 },
    });
    answerInTurn((response) => response.writeHead(502).end("<html>Bad gateway</html>"));
    await expect(ringdown.service.health()).rejects.toMatchObject({ message: "The API answered 502", code: null });
  });

  it("is a ConnectionError where nobody answers", async () => {
    const away = new Ringdown({ baseUrl: "http://127.0.0.1:9", apiKey: "k", maxRetries: 0 });
    const error = await away.campaigns.get({ campaign_id: 1 }).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(ConnectionError);
    expect(error).toMatchObject({ status: 0, message: "campaigns.get: the connection failed" });
  });
});

describe("a list", () => {
  const queryOf = (index: number) =>
    Object.fromEntries(new URL(platform.requests[index]?.url ?? "", platform.url).searchParams);
  const collect = async <T>(rows: AsyncIterable<T>) => {
    const all: T[] = [];
    for await (const row of rows) all.push(row);
    return all;
  };

  it("is its first page when it is awaited, and asks nothing before", async () => {
    answerInTurn((response) => respond(response, 200, { campaigns: [{ id: 1 }], next_cursor: "c" }));
    const list = ringdown.campaigns.list({ limit: 1 });
    expect(platform.requests).toHaveLength(0);
    expect(await list).toEqual({ campaigns: [{ id: 1 }], next_cursor: "c" });
    expect(platform.requests).toHaveLength(1);
  });

  it("goes on with its cursor", async () => {
    answerInTurn(
      (response) => respond(response, 200, { campaigns: [{ id: 1 }, { id: 2 }], next_cursor: "two" }),
      (response) => respond(response, 200, { campaigns: [], next_cursor: "three" }),
      (response) => respond(response, 200, { campaigns: [{ id: 3 }], next_cursor: null }),
    );
    expect(await collect(ringdown.campaigns.list({ limit: 2 }))).toEqual([{ id: 1 }, { id: 2 }, { id: 3 }]);
    expect([queryOf(0), queryOf(1), queryOf(2)]).toEqual([
      { limit: "2" },
      { limit: "2", cursor: "two" },
      { limit: "2", cursor: "three" },
    ]);
  });

  it("goes on with both fields of the timeline", async () => {
    answerInTurn(
      (response) => respond(response, 200, { events: [{ id: 9 }], next_before_at: "then", next_before_id: 9 }),
      (response) => respond(response, 200, { events: [{ id: 8 }], next_before_at: null, next_before_id: null }),
    );
    expect(await collect(ringdown.channels.timeline({ folder_id: 1 }))).toEqual([{ id: 9 }, { id: 8 }]);
    expect(queryOf(1)).toEqual({ folder_id: "1", before_at: "then", before_id: "9" });
  });

  it("goes on with numbered pages, from the one that was asked for", async () => {
    answerInTurn(
      (response) => respond(response, 200, { contacts: [{ id: 3 }], page: 2, total_pages: 3 }),
      (response) => respond(response, 200, { contacts: [{ id: 4 }], page: 3, total_pages: 3 }),
    );
    const rows = await ringdown.contacts.list({ contact_list_id: 7, page: 2, limit: 1 }).all();
    expect(rows).toEqual([{ id: 3 }, { id: 4 }]);
    expect(queryOf(1)).toEqual({ page: "3", limit: "1" });
  });

  it("goes on with an offset until a page is empty", async () => {
    answerInTurn(
      (response) => respond(response, 200, { documents: [{ id: 1 }, { id: 2 }] }),
      (response) => respond(response, 200, { documents: [] }),
    );
    expect(await collect(ringdown.knowledge.list({ offset: 4 }))).toEqual([{ id: 1 }, { id: 2 }]);
    expect(queryOf(1)).toEqual({ offset: "6" });
  });

  it("may be the answer itself", async () => {
    answerInTurn((response) => respond(response, 200, [{ id: 1 }, { id: 2 }]));
    expect(await collect(ringdown.agents.list())).toEqual([{ id: 1 }, { id: 2 }]);
  });
});

describe("an error of an operation", () => {
  it("is told from those of others, and has its own codes", async () => {
    answerInTurn(refusal(409, {}, "campaign_state"));
    const error = await ringdown.campaigns.start({ campaign_id: 1 }).catch((thrown: unknown) => thrown);
    if (!isErrorOf(error, "campaigns.start")) throw new Error("it is not told", { cause: error });
    expect([error.operation, error.code === "campaign_state"]).toEqual(["campaigns.start", true]);
    expect(isErrorOf(error, "campaigns.pause")).toBe(false);
    // @ts-expect-error: a code that this operation cannot answer is a mistake that the compiler finds.
    expect(error.code === "email_taken").toBe(false);
  });

  it("is one of the operation also where no answer came, and none where something else failed", async () => {
    answerInTurn(lost);
    const error = await ringdown.campaigns
      .get({ campaign_id: 1 }, { maxRetries: 0 })
      .catch((thrown: unknown) => thrown);
    expect(isErrorOf(error, "campaigns.get") && error.code).toBeNull();
    expect(isErrorOf(new Error("other"), "campaigns.get")).toBe(false);
  });
});
