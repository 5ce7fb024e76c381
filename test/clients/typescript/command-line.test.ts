import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "@jest/globals";
import fc from "fast-check";
import { readAgentFiles, writeAgentFiles } from "../../../clients/typescript/cli/agent-files.ts";
import { differencesWithContext, lineDifferences } from "../../../clients/typescript/cli/line-differences.ts";
import { verifyWebhook } from "../../../clients/typescript/src/index.ts";
import { type HttpReceiver, respond, startHttpReceiver } from "../../harness/http-receiver.ts";
import { runCommandLine } from "./command-line.ts";

let platform: HttpReceiver;
let folder: string;
let env: Record<string, string>;

beforeAll(async () => {
  platform = await startHttpReceiver();
});
afterAll(() => platform.close());
beforeEach(() => {
  platform.requests.length = 0;
  folder = mkdtempSync(join(tmpdir(), "ringdown-cli-"));
  env = { RINGDOWN_URL: platform.url, RINGDOWN_API_KEY: "vap_test_key", HOME: folder };
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const answer = (status: number, body: unknown, headers: Record<string, string> = {}) => {
  platform.answer = (_request, response) => {
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
    respond(response, status, body);
  };
};
const sentBody = (): unknown => JSON.parse(platform.requests[0]?.body ?? "");

describe("the fields of a command", () => {
  const create = (...words: string[]) =>
    runCommandLine(["campaigns", "create", ...words], { env, input: '{"name": "typed"}' });

  it("are numbers, flags, texts and JSON, as the operation has them", async () => {
    await create("--name", "12", "--workflow-id", "12", "--consent-attested", "--retry-config", '{"max_retries": 1}');
    expect(sentBody()).toEqual({
      name: "12",
      workflow_id: 12,
      consent_attested: true,
      retry_config: { max_retries: 1 },
    });
  });

  it("go before those of --data, which may be a file or the input", async () => {
    writeFileSync(join(folder, "body.json"), '{"name": "from a file", "workflow_id": 3}');
    await create("--data", `@${join(folder, "body.json")}`, "--name", "named", "--consent-attested", "false");
    expect(sentBody()).toEqual({ name: "named", workflow_id: 3, consent_attested: false });
    platform.requests.length = 0;
    await create("--data", "-");
    expect(sentBody()).toEqual({ name: "typed" });
  });

  it("stand in the path as they are given, an id or a uuid", async () => {
    const uuid = crypto.randomUUID();
    for (const run of ["12", uuid]) await runCommandLine(["record", "prove-run", "7", run], { env });
    expect(platform.requests.map(({ url }) => url)).toEqual([
      "/api/v1/workflows/7/runs/12/proof",
      `/api/v1/workflows/7/runs/${uuid}/proof`,
    ]);
  });

  it("may be lists of words, and files", async () => {
    await runCommandLine(["channels", "timeline", "--kinds", "outcome,message"], { env });
    expect(platform.requests[0]?.url).toBe("/api/v1/timeline?kinds=outcome&kinds=message");
    writeFileSync(join(folder, "numbers.csv"), "+12025550100\n");
    await runCommandLine(["contacts", "do-not-call", "upload", "--file", join(folder, "numbers.csv")], { env });
    expect(platform.requests[1]?.body).toMatch(/name="file"; filename="numbers.csv"/);
  });

  it.each([
    [["campaigns", "create", "--data", "{"], "--data is no JSON"],
    [["campaigns", "create", "--data", "[]"], "--data must be an object"],
    [["campaigns", "get"], "missing required argument 'campaign-id'"],
    [["campaigns", "fly"], "unknown command 'fly'"],
    [["campaigns", "get", "1", "--colour", "red"], "unknown option '--colour'"],
  ])("are refused before anything is sent: %j", async (words, sentence) => {
    const ran = await runCommandLine(words, { env });
    expect({ ...ran, err: ran.err.includes(sentence) }).toEqual({ status: 2, out: "", err: true });
    expect(platform.requests).toEqual([]);
  });
});

describe("the output", () => {
  const campaigns = {
    campaigns: [
      { id: 1, name: "One\u001b[31m\nred", settings: {} },
      { id: 22, name: "Two", settings: {} },
    ],
    next_cursor: null,
  };

  it("is the whole answer as JSON in a pipe, and with --json", async () => {
    answer(200, campaigns);
    for (const given of [{ isTty: false }, { isTty: true, json: ["--json"] }]) {
      const { out } = await runCommandLine([...(given.json ?? []), "campaigns", "list"], { env, isTty: given.isTty });
      expect(JSON.parse(out)).toEqual(campaigns);
    }
  });

  it("is a table on a terminal, in which nothing acts on the terminal", async () => {
    answer(200, campaigns);
    const { out } = await runCommandLine(["campaigns", "list"], { env, isTty: true });
    expect(out).toBe("id  name\n1   One [31m red\n22  Two\n");
    answer(200, { id: 1, name: null });
    expect((await runCommandLine(["campaigns", "get", "1"], { env, isTty: true })).out).toBe("id    1\nname  -\n");
  });

  it("is one field without quotes, every page, or a file", async () => {
    answer(200, { id: 12, name: "Reminders" });
    expect((await runCommandLine(["campaigns", "get", "12", "--field", "name"], { env })).out).toBe("Reminders\n");
    let page = 0;
    platform.answer = (_request, response) =>
      respond(response, 200, { campaigns: [{ id: ++page }], next_cursor: page < 3 ? "c" : null });
    expect(JSON.parse((await runCommandLine(["campaigns", "list", "--all"], { env })).out)).toHaveLength(3);
    platform.answer = (_request, response) => void response.writeHead(200, { "content-type": "text/csv" }).end("a,b\n");
    const file = join(folder, "report.csv");
    await runCommandLine(["campaigns", "report", "12", "--output", file], { env });
    expect(readFileSync(file, "utf8")).toBe("a,b\n");
    expect((await runCommandLine(["campaigns", "report", "12"], { env })).out).toBe("a,b\n");
  });

  it("has colours on a terminal, and none with NO_COLOR", async () => {
    answer(404, { detail: "No such campaign", code: "not_found" }, { "x-request-id": "req-1" });
    const seen = async (more: object) =>
      (await runCommandLine(["campaigns", "get", "1"], { env: { ...env, ...more }, isTty: true })).err;
    expect(await seen({})).toBe("\u001b[31merror:\u001b[0m No such campaign (not_found, request req-1)\n");
    expect(await seen({ NO_COLOR: "1" })).toBe("error: No such campaign (not_found, request req-1)\n");
  });
});

describe("how a command ends", () => {
  it.each([
    [401, 3],
    [403, 3],
    [404, 4],
    [402, 5],
    [409, 5],
    [422, 5],
    [500, 6],
  ])("an answer of %s ends with %s, and its error is JSON in a pipe", async (status, exitCode) => {
    answer(status, { detail: "Refused", code: "some_code" }, { "x-request-id": "req-1" });
    const ran = await runCommandLine(["campaigns", "get", "1"], { env });
    expect(ran).toMatchObject({ status: exitCode, out: "" });
    expect(JSON.parse(ran.err)).toEqual({
      error: { message: "Refused", status, code: "some_code", request_id: "req-1", faults: [] },
    });
  });

  it("needs a profile", async () => {
    const ran = await runCommandLine(["campaigns", "list"], { env: { HOME: folder }, isTty: true });
    expect(ran).toMatchObject({ status: 3, err: expect.stringContaining("ringdown login --profile default") });
  });
});

describe("a profile", () => {
  it("keeps a key that was tried, for its owner's eyes, and is listed, used and forgotten", async () => {
    answer(200, { id: 1, organization_id: 7, role: "admin" });
    const home = { HOME: folder };
    const login = ["login", "--url", `${platform.url}/`, "--profile", "work"];
    expect(await runCommandLine(login, { env: home, input: "vap_live_0123456789abcdef\n" })).toMatchObject({
      status: 0,
      err: expect.stringContaining("organization 7 as admin"),
    });
    const file = join(folder, ".config/ringdown/profiles.json");
    expect([statSync(file).mode & 0o777, statSync(join(file, "..")).mode & 0o777]).toEqual([0o600, 0o700]);
    await runCommandLine(["campaigns", "list", "--profile", "work"], { env: home });
    expect(platform.requests.at(-1)?.headers["x-api-key"]).toBe("vap_live_0123456789abcdef");
    await runCommandLine(["campaigns", "list"], { env: { ...home, RINGDOWN_PROFILE: "work" } });
    expect(platform.requests.at(-1)?.headers["x-api-key"]).toBe("vap_live_0123456789abcdef");
    const { out } = await runCommandLine(["profiles"], { env: home });
    expect(JSON.parse(out)).toEqual([{ name: "work", url: platform.url, api_key: "vap_live_012…" }]);
    await runCommandLine(["logout", "--profile", "work"], { env: home });
    expect(readFileSync(file, "utf8")).toBe("{}\n");
  });

  it("is not kept where the platform refuses the key", async () => {
    answer(401, { detail: "Unknown key" });
    const ran = await runCommandLine(["login", "--url", platform.url, "--api-key", "wrong"], { env: { HOME: folder } });
    expect(ran.status).toBe(3);
    expect(existsSync(join(folder, ".config"))).toBe(false);
  });
});

describe("listening", () => {
  it("prints each event and sends it on as a signed webhook", async () => {
    const program = await startHttpReceiver();
    const event = { id: 5, at: "2026-01-01T00:00:00Z", kind: "call_ended", summary: "A call ended" };
    platform.answer = (_request, response) =>
      void response
        .writeHead(200, { "content-type": "text/event-stream" })
        .end(`id: 5\ndata: ${JSON.stringify(event)}\n\nid: end\nevent: end\ndata: {}\n\n`);
    const ran = await runCommandLine(["listen", "--forward", program.url, "--kinds", "call_ended"], { env });
    expect(platform.requests[0]?.url).toBe("/api/v1/timeline/stream?kinds=call_ended");
    expect(JSON.parse(ran.out)).toEqual(event);
    const [secret = ""] = /whsec_\S+/.exec(ran.err) ?? [];
    const { body: payload, headers } = program.requests[0]!;
    expect(await verifyWebhook({ payload, headers, secret })).toEqual({
      type: "call_ended",
      timestamp: event.at,
      data: event,
    });
    await program.close();
    const alone = await runCommandLine(["listen", "--forward", program.url, "--secret", secret], { env, isTty: true });
    expect(alone.out).toBe("2026-01-01T00:00:00Z  call_ended      A call ended\n");
    expect(alone.err).toContain("is your program running?");
  });
});

describe("completion", () => {
  it.each(["bash", "zsh", "fish"])("has a script for %s that asks the program", async (shell) => {
    const { out, status } = await runCommandLine(["completion", shell]);
    expect(status).toBe(0);
    expect(out).toContain("ringdown complete --");
  });

  it("names what may follow", async () => {
    const after = async (...words: string[]) =>
      (await runCommandLine(["complete", "--", ...words])).out.trim().split("\n");
    expect(await after()).toEqual(expect.arrayContaining(["campaigns", "login", "listen", "completion"]));
    expect(await after("campaigns")).toEqual(expect.arrayContaining(["start", "watch", "progress-stream"]));
    expect(await after("contacts", "lists")).toEqual(expect.arrayContaining(["create", "delete"]));
    expect(await after("campaigns", "create")).toEqual(expect.arrayContaining(["--workflow-id", "--data", "--json"]));
  });
});

describe("the lines in which two texts differ", () => {
  it("make one of the other, and are none for the same text", () => {
    const text = fc.array(fc.constantFrom("a", "b", "c", "d"), { maxLength: 12 }).map((lines) => lines.join("\n"));
    fc.assert(
      fc.property(text, text, (one, other) => {
        const lines = lineDifferences(one, other);
        const count = (sign: string) => lines.filter((line) => line.startsWith(sign)).length;
        expect(one.split("\n").length - count("-")).toBe(other.split("\n").length - count("+"));
        expect(lines.length === 0).toBe(one === other);
      }),
    );
    expect(lineDifferences("a\nb\nc", "a\nx\nc\nd")).toEqual(["-b", "+x", "+d"]);
  });

  it("are shown with the lines around them", () => {
    const numbered = Array.from({ length: 30 }, (_, at) => `line ${at}`);
    const one = numbered.join("\n");
    const other = one.replace("line 5", "line five").replace("line 20\n", "");
    expect(differencesWithContext(one, one)).toEqual([]);
    expect(differencesWithContext(one, other).filter((line) => /^[-+@]/.test(line))).toEqual([
      "@@",
      "-line 5",
      "+line five",
      "@@",
      "-line 20",
    ]);
    expect(differencesWithContext(one, other)).toContain(" line 8");
    expect(differencesWithContext(one, other)).not.toContain(" line 9");
  });
});

describe("an agent as files", () => {
  it("is read as it was written, whatever it holds", () => {
    const names = fc.oneof(fc.string({ unit: "grapheme" }), fc.constantFrom("prompt", "qa_prompt", "name", "<<", "y"));
    const texts = fc.oneof(
      fc.string({ unit: "binary" }),
      fc.constantFrom(
        "yes",
        "~",
        "0x1f",
        "1e3",
        "a\r\nb\n",
        "\n",
        "\t",
        " - a",
        "# b",
        "!file a",
        "---",
        "a: b\n\n",
        "  x\n y",
      ),
    );
    const { value } = fc.letrec((tie) => ({
      value: fc.oneof(
        { maxDepth: 4 },
        texts,
        fc.double({ noNaN: true, noDefaultInfinity: true }).map((number) => number + 0),
        fc.integer(),
        fc.boolean(),
        fc.constant(null),
        fc.array(tie("value"), { maxLength: 4 }),
        fc.dictionary(names, tie("value"), { maxKeys: 5, noNullPrototype: true }),
      ),
    }));
    const record = fc.dictionary(names, value, { maxKeys: 5, noNullPrototype: true });
    fc.assert(
      fc.property(texts, record, record, record, (name, ...given) => {
        const [template_context_variables, workflow_configurations, workflow_definition] = given;
        // As it comes from the platform: JSON.
        const parts = JSON.parse(
          JSON.stringify({
            name,
            disposition_codes: [name],
            template_context_variables,
            workflow_configurations,
            workflow_definition,
          }),
        );
        const files = writeAgentFiles(parts);
        expect(readAgentFiles((path) => files.get(path) ?? "")).toEqual(parts);
      }),
      { numRuns: 500 },
    );
  });
});

describe("two texts that are one, line by line", () => {
  it("have no differences", () => {
    expect(lineDifferences("a\n b\n", "a\n b\n")).toEqual([]);
  });
});
