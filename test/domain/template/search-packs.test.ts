import { describe, expect, it } from "@jest/globals";
import fc from "fast-check";
import { isCalling, isListed, NO_DEMO, PACK_CHANNELS, type Pack } from "../../../domain/template/pack.ts";
import { listFirstPartyPacks } from "../../../domain/template/packs.ts";
import { type PackSearch, searchPacks } from "../../../domain/template/search-packs.ts";
import { endByForce } from "../../harness/end-by-force.ts";

const WORDS = ["booking", "reminder", "invoice", "callback", "survey", "order"];
const JOBS = ["Front desk", "Sales"];
const INDUSTRIES = ["healthcare", "retail"];
const LANGUAGES = ["en-US", "de-DE", "hi-IN"];

const sentence = fc.array(fc.constantFrom(...WORDS), { minLength: 1, maxLength: 3 }).map((words) => words.join(" "));
const pack = (slug: string): fc.Arbitrary<Pack> =>
  fc.record({
    slug: fc.constant(slug),
    name: sentence,
    summary: sentence,
    job: fc.constantFrom(...JOBS),
    version: fc.constant("1.0.0"),
    state: fc.constant("published"),
    publisher: fc.constant({ slug: "p", name: "P", first_party: true }),
    industries: fc.subarray(INDUSTRIES),
    languages: fc.subarray(LANGUAGES, { minLength: 1 }),
    channels: fc.subarray([...PACK_CHANNELS], { minLength: 1 }),
    steps: fc.array(sentence, { maxLength: 2 }),
    complianceNotes: fc.constant([]),
    templateIds: fc.constant([]),
    demo: fc.constant(NO_DEMO),
  });
const shelves = fc.tuple(...["a", "b", "c", "d", "e"].map(pack));
const maybe = <T>(values: fc.Arbitrary<T>) => fc.option(values, { nil: undefined });
const searches: fc.Arbitrary<PackSearch> = fc.record({
  q: maybe(fc.oneof(sentence, fc.constantFrom("", " ", "b", "nowhere", "bookings", "REMINDERS", "front"))),
  job: maybe(fc.constantFrom(...JOBS, "front desk")),
  industry: maybe(fc.constantFrom(...INDUSTRIES, "mining")),
  language: maybe(fc.constantFrom("en", "DE", "de-DE", "de-AT", "ja")),
  calling: maybe(fc.boolean()),
});

/** Plainly: the forms of these few words that have the same stem, letter case aside. */
const stem = (word: string) => word.toLowerCase().replace(/s$/, "");
const plainly = (shelf: readonly Pack[], { q = "", job, industry, language, calling }: PackSearch): string[] => {
  const wanted = q.trim().length < 2 ? [] : q.trim().split(/\s+/).map(stem);
  const found = [];
  for (const each of shelf) {
    const words = [each.name, each.summary, each.job, ...each.steps].join(" ").split(" ").map(stem);
    if (!wanted.every((word) => words.includes(word))) continue;
    if (job && each.job !== job) continue;
    if (industry && each.industries.length > 0 && !each.industries.includes(industry)) continue;
    if (calling !== undefined && calling !== isCalling(each)) continue;
    const spoken = each.languages.flatMap((tag) => [tag, tag.slice(0, 2)]).map((tag) => tag.toLowerCase());
    if (language && !spoken.includes(language.toLowerCase())) continue;
    found.push(each.slug);
  }
  return found.sort();
};

describe("looking for packs", () => {
  it("finds by the text first and narrows by every filter, as a plain reading of the rules does", () => {
    fc.assert(
      fc.property(shelves, searches, (shelf, search) => {
        const found = searchPacks(shelf, search).map(({ slug }) => slug);
        expect([...found].sort()).toEqual(plainly(shelf, search));
      }),
      { numRuns: 1_000 },
    );
  });

  it("never changes the order of what is left when a filter narrows it", () => {
    fc.assert(
      fc.property(shelves, searches, (shelf, search) => {
        const all = searchPacks(shelf, { q: search.q }).map(({ slug }) => slug);
        const narrowed = searchPacks(shelf, search).map(({ slug }) => slug);
        expect(all.filter((slug) => narrowed.includes(slug))).toEqual(narrowed);
      }),
    );
  });

  it("puts what the name says before what only a step says", () => {
    const shelf = listFirstPartyPacks({});
    expect(searchPacks(shelf, { q: "delivery" })[0]?.slug).toBe("delivery-dispatch");
    expect(searchPacks(shelf, { q: "invite guest" }).map(({ slug }) => slug)).toEqual(["event-guests"]);
    expect(searchPacks(shelf, { q: "no such thing at all" })).toEqual([]);
  });
});

it("a search reads each pack once, and no more of it than a description is long", () => {
  const [some] = listFirstPartyPacks({});
  if (!some) throw new Error("the shelf is empty");
  const long = { ...some, summary: "A booking", steps: ["filling ".repeat(100_000), "a reminder"] };
  const shelf = Array.from({ length: 100 }, (_, at) => ({ ...long, slug: `pack-${at}` }));
  const q = Array.from({ length: 64 }, (_, at) => `word${at}`).join(" ");
  expect(endByForce(() => searchPacks(shelf, { q }))).toEqual([]);
  expect(searchPacks(shelf, { q: "booking filling" })).toHaveLength(100);
});

describe("a calling pack", () => {
  it("is listed only where it can be tried; any other always", () => {
    fc.assert(
      fc.property(pack("a"), fc.boolean(), fc.boolean(), (each, hasNumber, hasUrl) => {
        const demo = {
          demo_number: hasNumber ? "+12025550100" : null,
          demo_url: hasUrl ? "https://example.com/try" : null,
        };
        expect(isListed({ ...each, demo })).toBe(!isCalling(each) || hasNumber || hasUrl);
      }),
    );
  });
});
