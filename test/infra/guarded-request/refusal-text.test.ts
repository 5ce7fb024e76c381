import { describe, expect, it } from "@jest/globals";
import { readRefusalText } from "../../../infra/guarded-request/refusal-text.ts";

const readBody = (body: string | ReadableStream<Uint8Array> | null, secrets: readonly string[] = []) =>
  readRefusalText(new Response(body, { status: 400 }), secrets);

describe("what a refusal says for people", () => {
  it.each([
    ["its error", { error: "No such model", message: "Bad Request" }],
    ["the message of its error", { error: { message: "No such model", code: 7 } }],
    ["the first of its errors", [{ message: "No such model" }, { message: "No more" }]],
    ["the first of a list within its error", { error: [{ message: "No such model" }] }],
    ["its message, where its error is empty", { error: "", message: "No such model" }],
    ["its detail", { detail: "No such model" }],
    ["the words of its status", { status_msg: "No such model" }],
    ["the message of its message", { message: { message: "No such model" }, detail: { error: "No" } }],
    ["the error of its detail", { detail: { error: "No such model" } }],
    ["the text of its detail's list", { detail: ["No such model"] }],
    ["the one of its errors", { errors: [{ message: "No such model" }] }],
    ["the text that it is", "No such model"],
  ])("is %s", async (_part, body) => {
    expect(await readBody(JSON.stringify(body))).toBe("No such model");
  });

  it("names each field that a validation refuses, without its value", async () => {
    const detail = [
      { loc: ["body", "messages", 0], msg: "Field required", input: "Ms Poe" },
      { loc: ["body"], msg: "Too long" },
      { input: "Ms Poe" },
    ];
    const body = JSON.stringify({ detail, errors: [{ message: "No such model" }] });
    expect(await readBody(body)).toBe("messages.0: Field required; Too long; No such model");
  });

  it.each([
    null,
    "",
    " \n",
    "<html>Bad Gateway</html>",
    " <!doctype html>",
    "[]",
    "{}",
    "7",
    "null",
    '{"detail":[]}',
    '{"detail":""}',
    '{"error":{}}',
  ])("is nothing where the body is %j", async (body) => {
    expect(await readBody(body)).toBeNull();
  });

  it("is one line of 300 characters at most, without the secrets that were sent and what looks like one", async () => {
    expect(
      await readBody("No  such\n key: pass-word-9, pass, Bearer a.b sk-0123456789\0", ["pass", "pass-word-9"]),
    ).toBe("No such key: …, …, … …");
    expect(await readBody("a b c", ["b"])).toBe("a b c");
    expect(await readBody("x".repeat(301))).toBe("x".repeat(300));
  });

  it.each([
    [8192, 1],
    [8191, 2],
  ])("is read from the first 8 KB alone: in pieces of %i bytes from %i of them", async (bytes, pieces) => {
    let sent = 0;
    const endless = new ReadableStream<Uint8Array>(
      { pull: (to) => to.enqueue(Buffer.alloc(bytes, (sent += 1) === 1 ? "No such model " : " ")) },
      { highWaterMark: 0 },
    );
    expect(await readBody(endless)).toMatch(/^No such model No such model/);
    expect(sent).toBe(pieces);
  });

  it("is what came before the connection broke", async () => {
    let sent = 0;
    const broken = new ReadableStream<Uint8Array>({
      pull: (to) => ((sent += 1) === 1 ? to.enqueue(Buffer.from("No such model")) : to.error(new Error("reset"))),
    });
    expect(await readBody(broken)).toBe("No such model");
  });
});
