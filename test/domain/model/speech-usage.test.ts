import { describe, expect, it } from "@jest/globals";
import fc from "fast-check";
import { selectLanguageModels, sumUsage } from "../../../domain/model/model-usage.ts";
import { addSpeechUsage, type SpeechPrice, sumSpeech } from "../../../domain/model/speech-usage.ts";

const perCharacter: SpeechPrice = (model, { characters, soundMs }) =>
  model === "unpriced" ? null : { exactMinor: characters / 100 + soundMs / 60_000, currency: "USD" };
const request = { part: "tts", model: "a-voice", requests: 1, characters: 0, soundMs: 0 } as const;
const spoken = { requests: 1, characters: 10, seconds: 2 };

describe("the requests of one part", () => {
  it("add up, and are rounded once", () => {
    const usages = [
      { ...request, requests: 3, characters: 120, soundMs: 1400 },
      { ...request, model: "another", characters: 30, soundMs: 1100 },
    ];
    expect(sumSpeech(usages, (_model, { characters }) => ({ exactMinor: characters / 100, currency: "USD" }))).toEqual({
      requests: 4,
      characters: 150,
      seconds: 3,
      cost_minor: 2,
      currency: "USD",
    });
    expect(sumSpeech([], perCharacter)).toBeNull();
  });

  it("cost one unit at least, and nothing known where one model has no price or another currency", () => {
    expect(sumSpeech([{ ...request, characters: 1 }], perCharacter)).toMatchObject({ cost_minor: 1 });
    const unpriced = [request, { ...request, model: "unpriced" }];
    expect(sumSpeech(unpriced, perCharacter)).toMatchObject({ cost_minor: null, currency: null });
    const mixed: SpeechPrice = (model) => ({ exactMinor: 5, currency: model === "a-voice" ? "USD" : "EUR" });
    expect(sumSpeech(unpriced, mixed)).toMatchObject({ cost_minor: null, currency: null });
  });
});

describe("the usage of a run", () => {
  const llm = sumUsage([{ model: "m", requests: 2, promptTokens: 100, completionTokens: 10, estimated: true }], () => ({
    exactMinor: 7,
    currency: "USD",
  }));
  const parts = { llm, tts: null, stt: null };

  it("is that of its language models where no model spoke or heard", () => {
    expect(addSpeechUsage(parts)).toBe(llm);
    expect(addSpeechUsage({ ...parts, llm: null })).toBeNull();
  });

  it("has the tokens of its language models, and the cost of all", () => {
    const tts = { ...spoken, cost_minor: 4, currency: "USD" };
    const stt = { ...spoken, cost_minor: 0, currency: "EUR" };
    expect(addSpeechUsage({ llm, tts, stt })).toEqual({
      requests: 2,
      prompt_tokens: 100,
      completion_tokens: 10,
      estimated: true,
      cost_minor: 11,
      currency: "USD",
      parts: { llm: { cost_minor: 7, currency: "USD" }, tts, stt },
    });
    expect(addSpeechUsage({ llm: null, tts, stt: null })).toMatchObject({
      requests: 0,
      cost_minor: 4,
      parts: { llm: null },
    });
  });

  it("without a price of one part has no cost, and tells budgets what the others cost", () => {
    const tts = { ...spoken, cost_minor: null, currency: null };
    const stt = { ...spoken, cost_minor: 3, currency: "EUR" };
    const usage = addSpeechUsage({ llm, tts, stt });
    expect(usage).toMatchObject({ cost_minor: null, currency: null, priced_parts: { USD: 7, EUR: 3 } });
    expect(addSpeechUsage({ llm: null, tts, stt: null })).not.toHaveProperty("priced_parts");
  });

  it("tells what its language models alone come to, also where one of those has no price", () => {
    const tts = { ...spoken, cost_minor: null, currency: null };
    const cost = { cost_minor: null, currency: null, priced_parts: { USD: 7 } };
    const partly = { requests: 3, prompt_tokens: 100, completion_tokens: 10, estimated: true, ...cost };
    expect(selectLanguageModels(addSpeechUsage({ llm: partly, tts, stt: null }))).toEqual(cost);
    expect(selectLanguageModels(addSpeechUsage({ llm, tts, stt: null }))).toEqual({ cost_minor: 7, currency: "USD" });
    expect(selectLanguageModels(addSpeechUsage({ llm: null, tts, stt: null }))).toBeNull();
    expect(selectLanguageModels(llm)).toBe(llm);
  });

  it("adds up: the whole is the sum of its parts, or has none", () => {
    const cost = fc.option(fc.record({ cost_minor: fc.nat(1000), currency: fc.constantFrom("USD", "EUR") }));
    const part = fc.option(cost.map((known) => ({ ...spoken, ...(known ?? { cost_minor: null, currency: null }) })));
    fc.assert(
      fc.property(part, part, (tts, stt) => {
        const all = [llm, tts, stt].filter((each) => each !== null);
        const usage = addSpeechUsage({ llm, tts, stt });
        const sum = all.reduce((total, { cost_minor }) => total + (cost_minor ?? 0), 0);
        if (usage?.cost_minor != null) expect(usage.cost_minor).toBe(sum);
        else expect(Object.values(usage?.priced_parts ?? {}).reduce((total, minor) => total + minor, 0)).toBe(sum);
      }),
    );
  });
});
