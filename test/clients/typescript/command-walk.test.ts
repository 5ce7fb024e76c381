import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { operations } from "../../../api/areas.ts";
import type { AnyOperation } from "../../../api/http/operation.ts";
import { nameOperations } from "../../../scripts/clients/name-operations.ts";
import { type HttpReceiver, respond, startHttpReceiver } from "../../harness/http-receiver.ts";
import { isEventStream, keysOf, parametersOf } from "../../harness/operation-walk.ts";
import { runCommandLine } from "./command-line.ts";

let platform: HttpReceiver;
let env: Record<string, string>;

beforeAll(async () => {
  platform = await startHttpReceiver();
  env = { RINGDOWN_URL: platform.url, RINGDOWN_API_KEY: "vap_test_key" };
});
afterAll(() => platform.close());

const places = nameOperations(operations.map(({ id }) => id));
const kebab = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
/** Its name is taken by what uploads the file too. */
const RENAMED: Readonly<Record<string, string[]>> = { "contacts.import": ["contacts", "import-uploaded"] };
const commandOf = ({ id }: AnyOperation) => RENAMED[id] ?? (places.get(id) ?? []).map(kebab);

const valueOf = (name: string) => `${name} /?&=% é`;

describe("every operation", () => {
  it.each(operations.map((operation): [string, AnyOperation] => [operation.id, operation]))(
    "%s is a command",
    async (_, operation) => {
      platform.requests.length = 0;
      platform.answer = (_request, response) =>
        isEventStream(operation)
          ? response.writeHead(200, { "content-type": "text/event-stream" }).end("event: end\ndata: {}\n\n")
          : respond(response, 200, { done: true });
      const body = Object.fromEntries(keysOf(operation.body).map((name) => [name, valueOf(name)]));
      const words = [
        ...commandOf(operation),
        ...parametersOf(operation).map(valueOf),
        ...(operation.body ? ["--data", JSON.stringify(body)] : []),
      ];
      expect(await runCommandLine(words, { env })).toMatchObject({ status: 0, err: "" });
      const [request] = platform.requests;
      const path = operation.path.replaceAll(/\{(\w+)\}/g, (_whole, name: string) => encodeURIComponent(valueOf(name)));
      expect({
        method: request?.method.toLowerCase(),
        url: request?.url,
        key: request?.headers["x-api-key"],
        body: request?.body ? JSON.parse(request.body) : {},
      }).toEqual({ method: operation.method, url: `/api/v1${path}`, key: "vap_test_key", body });
    },
  );

  it.each(operations.map((operation): [string, AnyOperation] => [operation.id, operation]))(
    "%s has an option for each field of its query and body",
    async (_, operation) => {
      const { out } = await runCommandLine([...commandOf(operation), "--help"]);
      const options = [...out.matchAll(/^ {2}(?:-\w, )?--([\w-]+)/gm)].map(([, name]) => name);
      const fields = [...keysOf(operation.query), ...keysOf(operation.body)].map((name) => name.replaceAll("_", "-"));
      expect(options).toEqual(expect.arrayContaining(fields));
    },
  );
});
