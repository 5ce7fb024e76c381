import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "@jest/globals";
import { z } from "zod";
import { operations } from "../../api/areas.ts";

const readme = readFileSync(join(import.meta.dirname, "../../README.md"), "utf8");
const [, section = ""] = /^## Five minutes with `curl`$([\s\S]*?)^## The promises/m.exec(readme) ?? [];
const tour = [...section.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].map(([, block]) => block).join("\n");

interface TourRequest {
  method: string;
  path: string;
  body: string | undefined;
  /** What the tour picks out of the answer. */
  fields: string[];
}

const A_UUID = "0f3fa2f7-ccef-4697-90ed-f6b39420c164";
/** What the shell puts in for a variable or a command; ids are numbers, and `"$FILE"` becomes a text. */
const withValues = (text: string) =>
  text.replaceAll(/\$(?:CREDENTIAL|DOCUMENT)\b/g, A_UUID).replaceAll(/\$\([^)]*\)|\$\w+/g, "1");

const bodyIn = (text: string): string | undefined => {
  const single = /-d '([^']*)'/.exec(text)?.[1];
  const double = /-d "((?:[^"\\]|\\.)*)"/.exec(text)?.[1]?.replaceAll('\\"', '"');
  const body = single ?? double;
  return body && withValues(body);
};

/** From each address to the next one. */
const requests: TourRequest[] = [
  ...tour.matchAll(/^(.*?)\$API(\/[^\s;)|?]+)([\s\S]*?)(?=^.*\$API\/|(?![\s\S]))/gm),
].map(([, before = "", path = "", after = ""]) => {
  const body = bodyIn(after);
  return {
    method: /-X (\w+)/.exec(before)?.[1]?.toLowerCase() ?? (body === undefined ? "get" : "post"),
    path: withValues(path),
    body,
    fields: [...after.matchAll(/\| field ([\w ]+)/g)].flatMap(([, names = ""]) => names.trim().split(" ")),
  };
});

const operationOf = ({ method, path }: TourRequest) =>
  operations
    .filter((operation) => operation.method === method)
    .find((operation) => new RegExp(`^${operation.path.replaceAll(/\{\w+\}/g, "[^/]+")}$`).test(path));

const objectSchema = z.looseObject({ properties: z.record(z.string(), z.unknown()) });
const namedSchema = z.looseObject({ $ref: z.string(), $defs: z.record(z.string(), objectSchema) });

/** Answers with a name of their own are found under it. */
const answerFields = (schema: z.ZodType): string[] => {
  const json = z.toJSONSchema(schema, { io: "input", unrepresentable: "any" });
  const named = namedSchema.safeParse(json).data;
  const answer = named ? named.$defs[named.$ref.split("/").at(-1) ?? ""] : objectSchema.parse(json);
  return Object.keys(answer?.properties ?? {});
};

describe("the tour in the README", () => {
  it("goes from a key over contacts, a campaign, a pause and a resume to the report, and on to what calls leave", () => {
    const ids = requests.map((request) => operationOf(request)?.path ?? "");
    for (const path of [
      "/users/api-keys",
      "/contact-lists/{contact_list_id}/import",
      "/campaigns/create",
      "/campaigns/{campaign_id}/pause",
      "/campaigns/{campaign_id}/resume",
      "/campaigns/{campaign_id}/report",
      "/workflows/{workflow_id}/text-chat/sessions",
      "/organizations/usage/runs",
      "/verified-numbers/confirm",
      "/organizations/webhooks/{webhook_id}/test",
    ]) {
      expect(ids).toContain(path);
    }
  });

  it.each(requests.map((request): [string, TourRequest] => [`${request.method} ${request.path}`, request]))(
    "asks for an operation that there is, as its schemas have it: %s",
    (_, request) => {
      const operation = operationOf(request);
      expect(operation).toBeDefined();
      if (request.body !== undefined)
        expect(() => operation?.body?.parse(JSON.parse(request.body ?? ""))).not.toThrow();
      const answer = operation?.success.body;
      if (request.fields.length > 0 && answer) {
        // What every refusal has.
        expect(["detail", ...answerFields(answer)]).toEqual(expect.arrayContaining(request.fields));
      }
    },
  );
});
