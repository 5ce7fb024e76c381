import { readdirSync, readFileSync } from "node:fs";
import { beforeAll, describe, expect, it } from "@jest/globals";
import { quietSdk } from "../harness/quiet-sdk.ts";
import { replayAll } from "../harness/replay-all.ts";

quietSdk();

/**
 * A folder for each version. The workflow tests write those of today's where a run is asked to record (`RECORD_HISTORIES=1`);
 * those of released versions stay as they are.
 */
const HISTORIES = new URL("./histories/", import.meta.url);
const files = readdirSync(HISTORIES, { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith(".json"));

const read = (file: string): { workflowId: string; history: unknown } =>
  JSON.parse(readFileSync(new URL(file, HISTORIES), "utf8"));

/** A number in E.164; ids of events and runs have letters or other separators around them. */
const PHONE_NUMBER = /(?<![\w-])\+[1-9]\d{6,14}(?!\w)/;
const SECRET_WORDS = /auth_token|api_key|password|credential|bearer/i;
/** A kind of thing that a hire lacks. */
const LACKED = /\\*"credential\\*"/g;

/** Payloads are base64 in a history: they are looked at as what they say. */
const readable = (history: unknown): string =>
  JSON.stringify(history, (key, value) =>
    key === "data" && typeof value === "string" ? Buffer.from(value, "base64").toString("utf8") : value,
  );

/**
 * The histories of earlier code, which running workflows have behind them: today's code must issue the same commands.
 */
describe("today's workflows", () => {
  const errors = new Map<string, Error | undefined>();
  beforeAll(async () => {
    const results = await replayAll(files.map(read));
    for (const [index, { error }] of results.entries()) errors.set(files[index] ?? "", error);
  });

  it("have histories to be replayed against, of every kind of workflow", () => {
    for (const kind of ["campaign-", "call-run-", "contact-import-"]) {
      expect(files.some((file) => file.includes(`/${kind}`))).toBe(true);
    }
  });

  for (const file of files) {
    it(`go the way of ${file}`, () => {
      expect([...errors.keys()]).toContain(file);
      expect(errors.get(file)).toBeUndefined();
    });

    it(`put no phone number and no secret into ${file}`, () => {
      const text = readable(read(file).history);
      expect(text).not.toMatch(PHONE_NUMBER);
      expect(text.replaceAll(LACKED, "")).not.toMatch(SECRET_WORDS);
    });
  }
});
