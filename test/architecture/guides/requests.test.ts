import { describe, expect, it } from "@jest/globals";
import { z } from "zod";
import { operations } from "../../../api/areas.ts";
import { fencedBlocks, integratorGuides } from "./markdown.ts";

interface GuideRequest {
  file: string;
  method: string;
  path: string;
  body: string | undefined;
  /** The fields that the guide picks out of the answer. */
  fields: string[];
}

const A_UUID = "0f3fa2f7-ccef-4697-90ed-f6b39420c164";
/** Variables and commands as the shell would replace them: ids are numbers, and `"$FILE"` becomes a text. */
const withValues = (text: string) =>
  text
    .replaceAll(/\$(?:CREDENTIAL|DOCUMENT)\b/g, A_UUID)
    .replaceAll(/\$\(node -p '[^']*'\)/g, '"the text of a file"')
    .replaceAll(/\$\([^)]*\)|\$\w+/g, "1");

const bodyIn = (text: string): string | undefined => {
  const single = /-d '([^']*)'/.exec(text)?.[1];
  const double = /-d "((?:[^"\\]|\\.)*)"/.exec(text)?.[1]?.replaceAll('\\"', '"');
  const body = single ?? double;
  return body && withValues(body);
};

/** Blocks that nobody can carry out without a real account are compared with the schemas like the others. */
const requestsOf = (file: string): GuideRequest[] => {
  const text = fencedBlocks(file)
    .filter(({ info }) => info.startsWith("sh"))
    .map((block) => block.text)
    .join("\n");
  // Splits the text from each address to the next one.
  return [...text.matchAll(/^(.*?)\$API(\/[^\s;)|?"]+)([\s\S]*?)(?=^.*\$API\/|(?![\s\S]))/gm)].map(
    ([, before = "", path = "", after = ""]) => {
      const body = bodyIn(after);
      return {
        file,
        method: /-X (\w+)/.exec(before)?.[1]?.toLowerCase() ?? (body === undefined ? "get" : "post"),
        path: withValues(path).replaceAll("%2B", "+"),
        body,
        fields: [...after.matchAll(/\| field ([\w ]+)/g)].flatMap(([, names = ""]) => names.trim().split(" ")),
      };
    },
  );
};

const requests = integratorGuides.flatMap(requestsOf);

const operationOf = ({ method, path }: GuideRequest) =>
  operations
    .filter((operation) => operation.method === method)
    .find((operation) => new RegExp(`^${operation.path.replaceAll(/\{\w+\}/g, "[^/]+")}$`).test(path));

const answerSchema = z.union([
  z.looseObject({ $ref: z.string() }),
  z.looseObject({ anyOf: z.array(z.looseObject({})) }),
  z.looseObject({ properties: z.record(z.string(), z.unknown()) }),
]);
const definitions = z.looseObject({ $defs: z.record(z.string(), z.looseObject({})).default({}) });

/** Answers with a name of their own are found under it; of several kinds of answer, each has fields. */
const answerFields = (schema: z.ZodType): string[] => {
  const json = z.toJSONSchema(schema, { io: "input", unrepresentable: "any" });
  const { $defs } = definitions.parse(json);
  const fieldsOf = (part: unknown): string[] => {
    const found = answerSchema.parse(part);
    if (typeof found.$ref === "string") return fieldsOf($defs[found.$ref.split("/").at(-1) ?? ""]);
    if (Array.isArray(found.anyOf)) return found.anyOf.flatMap(fieldsOf);
    return Object.keys(found.properties ?? {});
  };
  return fieldsOf(json);
};

/** Every refusal has these. */
const OF_REFUSALS = ["detail", "code"];
/** Bodies that a guide sends to show how they are refused. */
const REFUSED = new Set(['{"name": "No agent", "max_concurency": 5}']);

describe("the guides for integrators", () => {
  it("begin with the tour, from a key to a report, and go on to everything that an integrator needs", () => {
    expect(integratorGuides[0]).toBe("docs/integrators/tour.md");
    const paths = requests.map((request) => operationOf(request)?.path ?? "");
    for (const path of [
      "/users/api-keys",
      "/contact-lists/{contact_list_id}/import",
      "/campaigns/create",
      "/campaigns/{campaign_id}/pause",
      "/campaigns/{campaign_id}/resume",
      "/campaigns/{campaign_id}/report",
      "/workflows/{workflow_id}/text-chat/sessions",
      "/organizations/usage/runs",
      "/organizations/telephony-configs",
      "/verified-numbers/confirm",
      "/knowledge-base/search",
      "/organizations/webhooks/{webhook_id}/test",
    ]) {
      expect(paths).toContain(path);
    }
  });

  it.each(
    requests.map((request): [string, GuideRequest] => [`${request.file}: ${request.method} ${request.path}`, request]),
  )("ask for an operation that there is, as its schemas have it: %s", (_, request) => {
    const operation = operationOf(request);
    expect(operation).toBeDefined();
    if (request.body !== undefined && !REFUSED.has(request.body))
      expect(() => operation?.body?.parse(JSON.parse(request.body ?? ""))).not.toThrow();
    const answer = operation?.success.body;
    if (request.fields.length > 0 && answer)
      expect([...OF_REFUSALS, ...answerFields(answer)]).toEqual(expect.arrayContaining(request.fields));
  });
});
