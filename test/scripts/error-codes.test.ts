import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { operations } from "../../api/areas.ts";
import { listErrorCodes } from "../../api/http/openapi/error-codes.ts";
import { areErrorCodesCurrent, readErrorCodes } from "../../scripts/error-codes/error-codes.ts";
import { findCodes } from "../../scripts/error-codes/find-codes.ts";
import { reach, readDeclarations } from "../../scripts/error-codes/source-graph.ts";
import { requireListedCode } from "../harness/listed-codes.ts";

let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "codes-"));
  writeFileSync(
    join(folder, "errors.ts"),
    `import { conflict, HttpError } from "./http-error.ts";
     export const busy = () => conflict("busy", "Somebody else is at it");
     export const gone = () => new HttpError(410, "gone", "It is no more");
     export const strange = (code: string) => conflict(code, "Strange");`,
  );
  writeFileSync(
    join(folder, "verb.ts"),
    `import { busy as taken, gone, strange } from "./errors.ts";
     const check = () => { throw taken(); };
     export const change = () => { check(); };
     export const remove = () => { throw gone(); };
     export const guess = () => { throw strange("a"); };`,
  );
});
afterAll(() => rmSync(folder, { recursive: true }));

const codesOf = (name: string) => {
  const declarations = readDeclarations("*.ts", folder);
  return [...reach(declarations, `verb.ts#${name}`)].flatMap((key) => {
    const declaration = declarations.get(key);
    return declaration ? findCodes(declaration) : [];
  });
};

describe("the codes that sources can answer", () => {
  it("are those that a verb leads to, through other functions and under other names, and no others", () => {
    expect(codesOf("change")).toEqual([{ status: 409, code: "busy" }]);
    expect(codesOf("remove")).toEqual([{ status: 410, code: "gone" }]);
  });

  it("must be written out, or named where they are put together", () => {
    expect(() => codesOf("guess")).toThrow("errors.ts#strange");
  });

  it("are found for every operation", () => {
    const found = readErrorCodes();
    expect(operations.filter(({ id }) => !found[id]).map(({ id }) => id)).toEqual([]);
    expect(found["campaigns.start"]?.["409"]).toEqual(["campaign_state", "contact_list_gone", "import_under_way"]);
  });

  it("are the ones that the document has", () => {
    expect(areErrorCodesCurrent()).toBe(true);
  });

  it("have a status that the operation's document describes", () => {
    const start = operations.find(({ id }) => id === "campaigns.start");
    expect(start && listErrorCodes(start)["409"]).toContain("idempotency_key_reused");
  });
});

it("a refusal that a test meets and no list has fails the test", () => {
  const start = operations.find(({ id }) => id === "campaigns.start");
  if (!start) throw new Error("it is gone");
  expect(() => requireListedCode(start, 409, "campaign_state")).not.toThrow();
  expect(() => requireListedCode(start, 409, "moon_is_full")).toThrow("campaigns.start answered 409 moon_is_full");
  expect(() => requireListedCode(start, 404, "campaign_state")).toThrow("lists only not_found");
});
