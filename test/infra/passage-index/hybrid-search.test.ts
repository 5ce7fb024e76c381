import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { ModelError } from "../../../domain/model/chat-model.ts";
import type { Embedder } from "../../../domain/model/embedder.ts";
import { createEmbeddedPassageIndex } from "../../../infra/passage-index/embedded/embedded-passage-index.ts";
import { type PassageSearch, searchPassages } from "../../../infra/passage-index/hybrid-search.ts";
import type { PassageIndex } from "../../../infra/passage-index/passage-index.ts";
import { everything, MODEL, passageOf, vectorOf } from "./passages.ts";

const ORG = 1;
const folder = mkdtempSync(join(tmpdir(), "ringdown-hybrid-"));
let index: PassageIndex;

/** Sees "fee" on the first axis, whatever is said. */
const embedder: Embedder = { name: MODEL, batchSize: 1, embed: async () => [vectorOf({ 0: 1 })] };
const failing = (error: Error): Embedder => ({ ...embedder, embed: () => Promise.reject(error) });

beforeAll(async () => {
  index = createEmbeddedPassageIndex({ folder });
  const passages = [
    passageOf({
      id: "words",
      text: "Cancel an appointment by telephone, by letter or at the front desk of the house.",
      vector: vectorOf({ 0: 1, 1: 9 }),
    }),
    passageOf({ id: "both", text: "Whoever does not cancel an appointment pays.", vector: vectorOf({ 0: 4, 1: 3 }) }),
    passageOf({ id: "meaning", text: "The charge for not turning up is twenty.", vector: vectorOf({ 0: 1 }) }),
    passageOf({ id: "neither", text: "The garden is open.", context: "Grounds", vector: vectorOf({ 0: -1 }) }),
  ];
  await index.put(ORG, passages);
  await index.makeCurrent(ORG, passageOf());
});
afterAll(async () => {
  await index.close();
  rmSync(folder, { recursive: true, force: true });
});

const search = (overrides: Partial<PassageSearch> = {}, asked: Embedder | null = embedder) =>
  searchPassages(
    { index, embedder: asked, organizationId: ORG },
    { text: "cancel appointment", filter: everything, limit: 10, minSimilarity: null, ...overrides },
  );
const idsOf = ({ passages }: Awaited<ReturnType<typeof search>>) => passages.map(({ id }) => id);

describe("hybrid search", () => {
  it("finds by words and by meaning, first what both know", async () => {
    const result = await search();
    expect(result).toMatchObject({ degraded: null, degradedReason: null });
    expect(idsOf(result)[0]).toBe("both");
    expect(new Set(idsOf(result))).toEqual(new Set(["both", "words", "meaning", "neither"]));
    expect(idsOf(await search())).toEqual(idsOf(result));
  });

  it("says how similar each is, from 0 to 1, and leaves out what is less than asked", async () => {
    const result = await search();
    const similarity = new Map(result.passages.map((each) => [each.id, each.similarity]));
    expect(similarity.get("meaning")).toBeCloseTo(1, 5);
    expect(similarity.get("both")).toBeCloseTo(0.8, 5);
    expect(similarity.get("neither")).toBe(0);
    expect(new Set(idsOf(await search({ minSimilarity: 0.5 })))).toEqual(new Set(["both", "meaning"]));
    expect(idsOf(await search({ minSimilarity: 1 }))).toEqual(["meaning"]);
  });

  it("marks the words that it found", async () => {
    const { passages } = await search({ limit: 1 });
    expect(passages).toHaveLength(1);
    const [piece] = passages[0]?.highlights ?? [];
    expect(piece?.marks.map(({ start, end }) => piece.text.slice(start, end))).toEqual(["cancel", "appointment"]);
  });

  it("compares vectors with what is found by words beyond the nearest", async () => {
    const many = Array.from({ length: 150 }, (_, at) =>
      passageOf({ id: `n${at}`, documentUuid: "many", ordinal: at, text: "Filler." }),
    );
    const org = 2;
    await index.put(org, [...many, passageOf({ id: "distant", text: "Cancel it.", vector: vectorOf({ 0: 3, 1: 4 }) })]);
    await index.makeCurrent(org, passageOf());
    await index.makeCurrent(org, passageOf({ documentUuid: "many" }));
    const { passages } = await searchPassages(
      { index, embedder, organizationId: org },
      { text: "cancel", filter: everything, limit: 50, minSimilarity: null },
    );
    expect(passages.find(({ id }) => id === "distant")?.similarity).toBeCloseTo(0.6, 5);
  });
});

describe("search by the models of several documents", () => {
  const FORMER = "test/former";
  const ORG_OF_TWO = 3;
  /** Sees every question on the second axis. */
  const former: Embedder = { ...embedder, name: FORMER, embed: async () => [vectorOf({ 1: 1 })] };
  beforeAll(async () => {
    const ofFormer = (id: string, vector: Float32Array) =>
      passageOf({ id, documentUuid: "old", model: FORMER, text: `${id}.`, vector });
    await index.put(ORG_OF_TWO, [
      passageOf({ id: "new", text: "The charge is twenty.", vector: vectorOf({ 0: 4, 1: 3 }) }),
      passageOf({ id: "new-too", text: "The garden.", vector: vectorOf({ 0: 1, 2: 9 }) }),
      ofFormer("old", vectorOf({ 1: 1 })),
      ofFormer("old-cancel", vectorOf({ 1: 3, 2: 4 })),
    ]);
    await index.makeCurrent(ORG_OF_TWO, passageOf());
    await index.makeCurrent(ORG_OF_TWO, passageOf({ documentUuid: "old", model: FORMER }));
  });
  const searchBoth = (asked: Embedder | null, text = "absent") =>
    searchPassages(
      { index, embedder, former: [{ name: FORMER, embedder: asked }], organizationId: ORG_OF_TWO },
      { text, filter: everything, limit: 50, minSimilarity: null },
    );

  it("gives each model a ranking of its own, of equal weight", async () => {
    const result = await searchBoth(former);
    expect(result).toMatchObject({ degraded: null, degradedReason: null });
    expect(idsOf(result)).toEqual(["new", "old", "new-too", "old-cancel"]);
    const similarity = new Map(result.passages.map((each) => [each.id, each.similarity]));
    expect(similarity.get("old")).toBeCloseTo(1, 5);
    expect(similarity.get("new")).toBeCloseTo(0.8, 5);
  });

  it("compares what words find with the vectors of its own model", async () => {
    const many = Array.from({ length: 150 }, (_, at) =>
      passageOf({ id: `m${at}`, documentUuid: "older", model: FORMER, ordinal: at, vector: vectorOf({ 1: 1 }) }),
    );
    await index.put(ORG_OF_TWO, many);
    await index.makeCurrent(ORG_OF_TWO, passageOf({ documentUuid: "older", model: FORMER }));
    const { passages } = await searchBoth(former, "cancel");
    expect(passages.find(({ id }) => id === "old-cancel")?.similarity).toBeCloseTo(0.6, 5);
    await index.remove(ORG_OF_TWO, { documentUuid: "older" });
  });

  it.each([
    ["cannot be reached", failing(new ModelError("unavailable", "It is away")), "test/former, which some documents"],
    ["cannot be asked any more", null, "no longer configured"],
  ])("does without one that %s, and says so", async (_what, asked, reason) => {
    const result = await searchBoth(asked);
    expect(result.degraded).toBe("partly text only");
    expect(result.degradedReason).toContain(reason);
    expect(idsOf(result)).toEqual(["new", "new-too"]);
    expect(idsOf(await searchBoth(asked, "cancel"))).toContain("old-cancel");
  });

  it("asks all of them at once", async () => {
    const asked: string[] = [];
    const both = Promise.withResolvers<void>();
    const patient = (each: Embedder): Embedder => ({
      ...each,
      embed: async (...texts) => {
        if (asked.push(each.name) === 2) both.resolve();
        await both.promise;
        return each.embed(...texts);
      },
    });
    const result = await searchPassages(
      {
        index,
        embedder: patient(embedder),
        former: [{ name: FORMER, embedder: patient(former) }],
        organizationId: ORG_OF_TWO,
      },
      { text: "absent", filter: everything, limit: 2, minSimilarity: null },
    );
    expect(idsOf(result)).toEqual(["new", "old"]);
  });
});

describe("search by words alone", () => {
  it.each([
    ["there is no model", null, "no embedding model key is configured"],
    ["the model cannot be reached", failing(new ModelError("unavailable", "It is away")), "It is away"],
    ["the model takes too long", failing(new DOMException("late", "TimeoutError")), "did not answer in time"],
  ])("is what is left where %s, and is said", async (_what, asked, reason) => {
    const result = await search({}, asked);
    expect(result.degraded).toBe("text only");
    expect(result.degradedReason).toContain(reason);
    expect(new Set(idsOf(result))).toEqual(new Set(["both", "words"]));
  });

  it("takes the share of the words that a passage holds for its similarity, headings included", async () => {
    const result = await search({ text: "cancel the garden grounds" }, null);
    const similarity = new Map(result.passages.map((each) => [each.id, each.similarity]));
    expect(similarity.get("neither")).toBeCloseTo(2 / 3, 5);
    expect(similarity.get("words")).toBeCloseTo(1 / 3, 5);
    expect(idsOf(await search({ text: "cancel the garden grounds", minSimilarity: 0.5 }, null))).toEqual(["neither"]);
  });

  it("does not hide a fault of its own", async () => {
    await expect(search({}, failing(new TypeError("a fault")))).rejects.toThrow("a fault");
  });
});
