import { expect, it } from "@jest/globals";
import { operations } from "../../../api/areas.ts";

/** Proxies and browsers keep addresses. A header, a cookie or a body carries a secret; what an address carries stands here with its reason. */
const SECRET = /token|secret|password|passw|api_?key|signature|credential|^(?:state|code|key)$/i;

const parametersOf = (part: "query" | "params"): string[] =>
  operations.flatMap((operation) =>
    Object.keys(operation[part]?.shape ?? {})
      .filter((name) => SECRET.test(name))
      .map((name) => `${operation.path} ${name}`),
  );

it("no operation takes a secret in its query but those of OAuth, which has no other way", () => {
  const isOfOAuth = (parameter: string) =>
    /^\/(?:connectors|auth\/provider)\/(?:sign-in|callback) (?:state|code)$/.test(parameter);
  // State of a row, which is no secret.
  const isOfRows = (parameter: string) => parameter.endsWith(" state") && !parameter.startsWith("/connectors");
  const left = parametersOf("query").filter((parameter) => !isOfOAuth(parameter) && !isOfRows(parameter));
  expect(left).toEqual([]);
  expect(parametersOf("query").some(isOfOAuth)).toBe(true);
});

it("paths carry tokens only where people open a link, or a page has nothing else", () => {
  const paths = new Set(parametersOf("params").filter((parameter) => parameter.endsWith(" token")));
  for (const parameter of paths) expect(parameter).toMatch(/^\/public\//);
});
