import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "@jest/globals";
import fc from "fast-check";
import { readPriceTable } from "../../../infra/telephony/price-table.ts";

const folder = mkdtempSync(join(tmpdir(), "ringdown-prices-"));
afterAll(() => rmSync(folder, { recursive: true }));
const fileOf = (content: string): string => {
  const file = join(folder, "prices.json");
  writeFileSync(file, content);
  return file;
};
const table = (prices: object) => readPriceTable({ CALL_PRICES_FILE: fileOf(JSON.stringify(prices)) });

describe("a price table", () => {
  const prices = table({
    plivo: {
      currency: "USD",
      per_minute_minor: 1.5,
      destinations: {
        "+44": { per_minute_minor: 3 },
        "+447": { per_minute_minor: 10, billed_every_seconds: 1 },
      },
    },
  });
  const cost = (phoneNumber: string | null, durationSeconds: number) =>
    prices.costOf({ provider: "plivo", phoneNumber, durationSeconds })?.costMinor;

  it("bills begun minutes, or begun periods of its own, by the longest prefix that fits", () => {
    expect(cost("+12025550100", 60)).toBe(2);
    expect(cost("+12025550100", 61)).toBe(3);
    expect(cost(null, 61)).toBe(3);
    expect(cost("+442079460018", 61)).toBe(6);
    expect(cost("+447700900123", 61)).toBe(10);
  });

  it("costs nothing without talk, and something with it", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 36_000 }), (seconds) => {
        expect(cost("+12025550100", seconds)).toBeGreaterThanOrEqual(Math.max(1, (seconds / 60) * 1.5 - 1));
      }),
    );
    expect(cost("+12025550100", 0)).toBe(0);
  });

  it("has no price for a carrier that it does not name", () => {
    expect(prices.costOf({ provider: "vonage", phoneNumber: null, durationSeconds: 60 })).toBeNull();
    expect(readPriceTable({}).costOf({ provider: "plivo", phoneNumber: null, durationSeconds: 60 })).toBeNull();
  });
});

it("a faulty file is refused at the start, every fault named", () => {
  expect(() => table({ plivo: { currency: "dollars", per_minute_minor: -1 } })).toThrow(
    /2 fault\(s\):\n {2}plivo\.per_minute_minor: .*\n {2}plivo\.currency: must be an ISO 4217 code/,
  );
  expect(() => readPriceTable({ MODEL_PRICES_FILE: fileOf("{") })).toThrow(/cannot be read as JSON/);
  expect(() => readPriceTable({ CALL_PRICES_FILE: join(folder, "absent.json") })).toThrow(/ENOENT/);
});

it("prices tokens by the million, and knows that the stand-in is free", () => {
  const price = { currency: "USD", prompt_per_million_minor: 15, completion_per_million_minor: 60 };
  const models = readPriceTable({ MODEL_PRICES_FILE: fileOf(JSON.stringify({ "openai/a-model": price })) });
  const tokens = { promptTokens: 1_000_000, completionTokens: 500_000 };
  expect(models.costOfTokens("openai/a-model", tokens)).toEqual({ exactMinor: 45, currency: "USD" });
  expect(models.costOfTokens("openai/another", tokens)).toBeNull();
  expect(models.costOfTokens("local/scripted", tokens)).toMatchObject({ exactMinor: 0 });
});

describe("prices of models that speak and hear", () => {
  const modelsOf = (price: object) =>
    readPriceTable({ MODEL_PRICES_FILE: fileOf(JSON.stringify({ "openai/a-voice": { currency: "USD", ...price } })) });
  const amount = { characters: 200_000, soundMs: 90_000 };

  it("are by the million characters, by the minute of sound, or both", () => {
    const costOf = (price: object) => modelsOf(price).costOfSpeech("openai/a-voice", amount);
    expect(costOf({ characters_per_million_minor: 1500 })).toEqual({ exactMinor: 300, currency: "USD" });
    expect(costOf({ sound_per_minute_minor: 0.6 })?.exactMinor).toBeCloseTo(0.9);
    expect(costOf({ characters_per_million_minor: 1500, sound_per_minute_minor: 2 })?.exactMinor).toBe(303);
  });

  it("are none of tokens, and prices of tokens are none of speech", () => {
    const tokens = { promptTokens: 1000, completionTokens: 1000 };
    const speech = modelsOf({ sound_per_minute_minor: 1 });
    expect(speech.costOfTokens("openai/a-voice", tokens)).toBeNull();
    expect(speech.costOfSpeech("openai/another", amount)).toBeNull();
    const writing = modelsOf({ prompt_per_million_minor: 1, completion_per_million_minor: 1 });
    expect(writing.costOfSpeech("openai/a-voice", amount)).toBeNull();
  });

  it("are refused where nothing or half of it is priced", () => {
    expect(() => modelsOf({})).toThrow(/2 fault\(s\).*\n.*prompt_per_million_minor.*characters_per_million_minor/);
    const half = { prompt_per_million_minor: 1, sound_per_minute_minor: 1 };
    expect(() => modelsOf(half)).toThrow(/1 fault\(s\).*\n.*completion_per_million_minor: is missing/);
  });
});
