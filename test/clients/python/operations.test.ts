import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { operations } from "../../../api/areas.ts";
import { takesIdempotencyKey } from "../../../api/http/idempotency-key.ts";
import { nameOperations } from "../../../scripts/clients/name-operations.ts";
import { safeName, snake } from "../../../scripts/clients/python.ts";
import { type HttpReceiver, respond, startHttpReceiver } from "../../harness/http-receiver.ts";
import { keysOf, parametersOf } from "../../harness/operation-walk.ts";
import { installed, runPython, runScript } from "./python-client.ts";

const whereInstalled = installed === null ? describe.skip : describe;
const WALK = join(import.meta.dirname, "walk.py");

let platform: HttpReceiver;
let folder: string;

beforeAll(async () => {
  platform = await startHttpReceiver();
  folder = mkdtempSync(join(tmpdir(), "ringdown-python-"));
});
afterAll(async () => {
  await platform.close();
  rmSync(folder, { recursive: true });
});

const places = nameOperations(operations.map(({ id }) => id));
/** Values that an address, a query and JSON write in different ways. */
const valueOf = (name: string) => `${name} /?&=% é`;
const valuesOf = (names: readonly string[]) => Object.fromEntries(names.map((name) => [name, valueOf(name)]));

whereInstalled("every operation, in both halves of the client", () => {
  it("is sent as the table of operations says", async () => {
    const walked = operations.map((operation) => ({
      operation,
      names: (places.get(operation.id) ?? []).map((name) => safeName(snake(name))),
      given: valuesOf([...parametersOf(operation), ...keysOf(operation.query), ...keysOf(operation.body)]),
    }));
    const list = join(folder, "operations.json");
    // The end of a streamed reply has the whole turn, and is an event of its own.
    const eventsOf = ({ id }: { id: string }) => (id === "textSessions.messageStream" ? 1 : 0);
    writeFileSync(
      list,
      JSON.stringify(walked.map(({ operation, names, given }) => ({ names, given, events: eventsOf(operation) }))),
    );
    platform.requests.length = 0;
    platform.answer = ({ url }, response) => {
      if (!/\/stream(\?|$)/.test(url)) return respond(response, 200, {});
      response.writeHead(200, { "content-type": "text/event-stream" }).end("event: end\ndata: {}\n\n");
    };
    const printed = await runPython([WALK], { BASE_URL: platform.url, OPERATIONS: list });
    expect(JSON.parse(printed)).toBe(operations.length);
    expect(platform.requests).toHaveLength(operations.length * 2);
    for (const [index, { operation }] of walked.entries()) {
      const path = operation.path.replaceAll(/\{(\w+)\}/g, (_whole, name: string) => encodeURIComponent(valueOf(name)));
      const isKeyed = takesIdempotencyKey(operation);
      for (const request of platform.requests.slice(index * 2, index * 2 + 2)) {
        const url = new URL(request.url, platform.url);
        expect({
          id: operation.id,
          method: request.method.toLowerCase(),
          path: url.pathname,
          query: Object.fromEntries(url.searchParams),
          body: request.body === "" ? {} : JSON.parse(request.body),
          key: request.headers["x-api-key"],
          isKeyed: (request.headers["idempotency-key"] ?? "").length === 36,
        }).toEqual({
          id: operation.id,
          method: operation.method,
          path: `/api/v1${path}`,
          query: valuesOf(keysOf(operation.query)),
          body: valuesOf(keysOf(operation.body)),
          key: "vap_test_key",
          isKeyed,
        });
      }
    }
  });

  it("takes nothing that it does not know, and needs what its address names", async () => {
    const told = await runScript(`
import json
from ringdown import Ringdown
campaigns = Ringdown("http://127.0.0.1:9", api_key="a").campaigns
told = []
for given in ({"campaign_id": 1, "colour": "red"}, {}, {"campaign_id": ".."}):
    try:
        campaigns.get(**given)
    except TypeError as error:
        told.append(str(error))
print(json.dumps(told))
`);
    expect(told).toEqual([
      expect.stringContaining("colour"),
      expect.stringContaining("campaign_id"),
      "campaigns.get needs campaign_id, which is a part of its address",
    ]);
  });

  it("sends a file as a form, and what is None but not what is not given", async () => {
    platform.requests.length = 0;
    platform.answer = (_request, response) => respond(response, 200, {});
    await runScript(
      `
import io, json, os
from ringdown import Ringdown
ringdown = Ringdown(os.environ["BASE_URL"], api_key="a")
file = io.BytesIO(b"+12025550100\\n"); file.name = "numbers.csv"
ringdown.contacts.do_not_call.upload(file=file)
ringdown.organizations.preferences.update(test_phone_number=None)
print("{}")
`,
      { BASE_URL: platform.url },
    );
    const [form, change] = platform.requests;
    expect(form?.headers["content-type"]).toMatch(/^multipart\/form-data; boundary=/);
    expect(form?.body).toMatch(/name="file"; filename="numbers.csv"[^]*\+12025550100/);
    expect(JSON.parse(change?.body ?? "")).toEqual({ test_phone_number: null });
  });
});
