import { createHash } from "node:crypto";
import { describe, expect, it } from "@jest/globals";
import fc from "fast-check";
import { EMBEDDING_DIMENSIONS } from "../../../domain/model/embedder.ts";
import { createLocalEmbedder } from "../../../infra/models/local.embedder.ts";
import { openEmbedder } from "../../../infra/models/open-embedder.ts";

const embedder = createLocalEmbedder();
const embed = (...texts: string[]) => embedder.embed(texts, { signal: new AbortController().signal });
const cosine = async (left: string, right: string): Promise<number> => {
  const [first, second] = await embed(left, right);
  return first?.reduce((sum, value, at) => sum + value * (second?.[at] ?? 0), 0) ?? Number.NaN;
};

describe("the lexical embedder", () => {
  it("gives vectors of length 1, the same for the same text, and zeros where there are no words", async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: "grapheme", maxLength: 60 }), async (text) => {
        const [first, second] = await embed(text, text);
        expect(first).toHaveLength(EMBEDDING_DIMENSIONS);
        expect(first).toEqual(second);
        const length = Math.hypot(...(first ?? []));
        expect(length === 0 || Math.abs(length - 1) < 1e-5).toBe(true);
      }),
    );
    expect((await embed("?! —"))[0]?.every((value) => value === 0)).toBe(true);
  });

  it("finds texts alike that share words, or parts of words, and others not", async () => {
    const fee = "Whoever cancels a visit late is charged a fee.";
    expect(await cosine(fee, fee)).toBeCloseTo(1, 5);
    expect(await cosine(fee, "What are the charges for late cancellation of visits?")).toBeGreaterThan(0.3);
    expect(await cosine(fee, "What are the charges for late cancellation of visits?")).toBeGreaterThan(
      (await cosine(fee, "The garden opens in spring.")) + 0.25,
    );
    expect(Math.abs(await cosine("bicycle", "Sonnenblume"))).toBeLessThan(0.15);
  });

  it("gives the vectors that it always gave: those of its name are compared with each other, whoever made them", async () => {
    const many = Array.from({ length: 3000 }, (_, at) => `word${at * 7919}`).join(" ");
    const texts = [
      "Whoever cancels a visit late is charged a fee, and charged again: the fee, the fee.",
      "Grüße an die Ärztin; don’t be late",
      "你好世界 クリニック",
      many,
      "short again",
    ];
    const hash = createHash("sha256");
    for (const { buffer } of await embed(...texts)) hash.update(new Uint8Array(buffer));
    expect(hash.digest("hex")).toBe("8ce9058717069b08c1e91bf54e2f6fc0fb77fc917ccbd13331adefa1e769fa8d");
  });

  it("takes a text of a megabyte", async () => {
    expect((await embed("lorem ipsum ".repeat(90_000)))[0]?.some((value) => value !== 0)).toBe(true);
  });

  it("stops when it is told to", async () => {
    await expect(embedder.embed(["a"], { signal: AbortSignal.abort(new Error("stop")) })).rejects.toThrow("stop");
  });
});

describe("the embedder of a choice", () => {
  const choice = { provider: "openai", model: "m", apiKey: null, baseUrl: null };
  it("is none without a choice, and none of OpenAI's without a key", () => {
    expect(openEmbedder(null, { repeatingFetch: fetch })).toBeNull();
    expect(openEmbedder(choice, { repeatingFetch: fetch })).toBeNull();
  });
  it("is the local one, or one of the name of its model", () => {
    expect(openEmbedder({ ...choice, provider: "local" }, { repeatingFetch: fetch })?.name).toBe("local/lexical-1");
    expect(openEmbedder({ ...choice, apiKey: "k" }, { repeatingFetch: fetch })?.name).toBe("openai/m");
    expect(openEmbedder({ ...choice, baseUrl: "http://127.0.0.1:1" }, { repeatingFetch: fetch })?.name).toBe(
      "openai/m",
    );
  });
});
