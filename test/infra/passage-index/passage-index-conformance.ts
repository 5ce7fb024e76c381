import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import type { Passage, PassageFilter, PassageHit, PassageIndex } from "../../../infra/passage-index/passage-index.ts";
import { createConformanceColumn } from "./conformance-column.ts";
import { editionOf, everything, MODEL, passageOf, vectorOf } from "./passages.ts";

interface Setting {
  name: string;
  /** Opens the same index again, as another process would. */
  open(): Promise<PassageIndex>;
  /** Why there is no such engine here; null: there is one. */
  missing?: string | null;
}

/**
 * Tests the promises of every passage index. Each test has organizations of its own. Ends with the table promise ×
 * engine.
 */
export const passageIndexConformance = (setting: Setting): void => {
  const { missing = null } = setting;
  const column = createConformanceColumn(setting.name, missing);
  // Outside of what may be skipped: what was skipped is said, too.
  afterAll(() => console.log(column.table()));
  let section = "";
  const promises = (name: string, tests: () => void) => {
    section = name;
    describe(name, tests);
  };
  const promise = (title: string, test: () => Promise<void>) => {
    const name = `${section}: ${title}`;
    column.declare(name);
    it(title, async () => {
      await test();
      column.keep(name);
    });
  };

  (missing === null ? describe : describe.skip)(`the ${setting.name} passage index`, () => {
    let index: PassageIndex;
    let other: PassageIndex;
    let organization = Math.floor(Math.random() * 1_000_000) * 1_000;

    beforeAll(async () => {
      [index, other] = await Promise.all([setting.open(), setting.open()]);
    });
    afterAll(async () => {
      await Promise.all([index.close(), other.close()]);
    });
    const newOrganization = () => (organization += 1);

    const publish = async (organizationId: number, passages: readonly Passage[]) => {
      await index.put(organizationId, passages);
      for (const passage of passages) await index.makeCurrent(organizationId, passage);
    };
    const near = (
      organizationId: number,
      filter: Partial<PassageFilter> = {},
      parts: Record<number, number> = { 0: 1 },
    ) =>
      index.nearest(organizationId, {
        vector: vectorOf(parts),
        model: MODEL,
        filter: { ...everything, ...filter },
        limit: 50,
      });
    const matching = (organizationId: number, text: string, filter: Partial<PassageFilter> = {}, limit = 50) =>
      index.matching(organizationId, { text, filter: { ...everything, ...filter }, limit });
    const idsOf = (hits: readonly PassageHit[]) => hits.map(({ id }) => id);

    promises("search by vector", () => {
      promise("finds the closest first, with their cosines", async () => {
        const org = newOrganization();
        await publish(org, [
          passageOf({ id: "far", ordinal: 0, vector: vectorOf({ 1: 1 }) }),
          passageOf({ id: "near", ordinal: 1, vector: vectorOf({ 0: 3, 1: 4 }) }),
          passageOf({ id: "same", ordinal: 2, vector: vectorOf({ 0: 1 }) }),
          passageOf({ id: "opposite", ordinal: 3, vector: vectorOf({ 0: -1 }) }),
        ]);
        const hits = await near(org);
        expect(idsOf(hits)).toEqual(["same", "near", "far", "opposite"]);
        for (const [place, cosine] of [1, 0.6, 0, -1].entries()) expect(hits[place]?.score).toBeCloseTo(cosine, 2);
      });

      promise("gives back what was put", async () => {
        const org = newOrganization();
        const passage = passageOf({
          text: "Ünïcode \u0000 and \n lines 😀",
          context: "Handbook > Hours",
          ordinal: 7,
        });
        await publish(org, [passage]);
        const { id, documentUuid, version, ordinal, text, context } = passage;
        expect(await near(org)).toEqual([
          { id, documentUuid, version, ordinal, text, context, score: expect.closeTo(1, 2) },
        ]);
      });

      promise("compares with vectors of the same model alone", async () => {
        const org = newOrganization();
        await publish(org, [passageOf({ model: "another/model" })]);
        expect(await near(org)).toEqual([]);
        expect(await matching(org, "office")).toHaveLength(1);
      });

      promise("has nothing near a vector of zeros, and never finds one", async () => {
        const org = newOrganization();
        await publish(org, [passageOf({ vector: vectorOf({}) })]);
        expect(await near(org)).toEqual([]);
        expect(await near(org, {}, {})).toEqual([]);
        expect(await matching(org, "office")).toHaveLength(1);
      });

      promise("looks among the given passages alone, where some are given", async () => {
        const org = newOrganization();
        await publish(org, [passageOf({ id: "a" }), passageOf({ id: "b", ordinal: 1, vector: vectorOf({ 1: 1 }) })]);
        const query = { vector: vectorOf({ 0: 1 }), model: MODEL, filter: everything, limit: 5 };
        expect(idsOf(await index.nearest(org, { ...query, ids: ["b", "unknown"] }))).toEqual(["b"]);
        expect(await index.nearest(org, { ...query, ids: [] })).toEqual([]);
      });
    });

    promises("search by words", () => {
      promise("finds the passage that has the rarer words and more of them first, by heading too", async () => {
        const org = newOrganization();
        await publish(org, [
          passageOf({ id: "hours", text: "The office opens at nine and closes at five." }),
          passageOf({ id: "fees", ordinal: 1, text: "A missed appointment costs twenty at the office." }),
          passageOf({ id: "parking", ordinal: 2, text: "Use the yard.", context: "Parking at the office" }),
        ]);
        expect(idsOf(await matching(org, "missed appointments at the office"))[0]).toBe("fees");
        expect(idsOf(await matching(org, "PARKING?"))).toEqual(["parking"]);
        expect(await matching(org, "unheard-of")).toEqual([]);
      });

      const hostile: [string, string][] = [
        ["operators", 'office" OR "*" AND NOT (x) NEAR(y, 2)'],
        ["wildcards and fields", "off* text:office ^2 +office -nine terms:* _exists_:organization"],
        ["a quotation that does not end", '"office'],
        ["a NUL", "office\u0000' OR 1=1 --"],
        ["brackets and braces", '{"match_all":{}} office [a TO z]'],
        ["a lone surrogate", "office \ud800"],
      ];
      for (const [what, text] of hostile) {
        promise(`takes ${what} as words`, async () => {
          const org = newOrganization();
          await publish(org, [passageOf({ id: "office" }), passageOf({ id: "garden", ordinal: 1, text: "Garden." })]);
          expect(idsOf(await matching(org, text))).toEqual(["office"]);
        });
      }

      promise("takes a text of any length, and one without words", async () => {
        const org = newOrganization();
        await publish(org, [passageOf({ id: "office" })]);
        expect(idsOf(await matching(org, `office ${"x".repeat(5_000)} ${"word ".repeat(50_000)}`))).toEqual(["office"]);
        for (const text of ["", "   ", '?!*"\u0000', "😀"]) expect(await matching(org, text)).toEqual([]);
      });

      promise("knows words of other scripts", async () => {
        const org = newOrganization();
        await publish(org, [
          passageOf({ id: "hi", text: "नमस्ते दुनिया, यह क्लिनिक है" }),
          passageOf({ id: "zh", ordinal: 1, text: "你好世界，这是诊所" }),
          passageOf({ id: "de", ordinal: 2, text: "Das Büro öffnet um neun." }),
        ]);
        expect(idsOf(await matching(org, "क्लिनिक"))).toEqual(["hi"]);
        expect(idsOf(await matching(org, "诊所"))).toEqual(["zh"]);
        expect(idsOf(await matching(org, "buro"))).toEqual(["de"]);
      });
    });

    promises("order", () => {
      promise("is by id where scores are equal, the same each time, and the limit cuts it there", async () => {
        const org = newOrganization();
        const ids = Array.from({ length: 30 }, (_, at) => `p${String((at * 7) % 30).padStart(2, "0")}`);
        await publish(
          org,
          ids.map((id, ordinal) => passageOf({ id, ordinal })),
        );
        const sorted = [...ids].sort();
        expect(idsOf(await near(org))).toEqual(sorted);
        expect(idsOf(await matching(org, "office"))).toEqual(sorted);
        expect(idsOf(await matching(org, "office", {}, 4))).toEqual(sorted.slice(0, 4));
        const query = { vector: vectorOf({ 0: 1 }), model: MODEL, filter: everything, limit: 4 };
        expect(idsOf(await index.nearest(org, query))).toEqual(sorted.slice(0, 4));
      });
    });

    promises("writing", () => {
      promise("counts what is put twice once, and replaces it by what was put last", async () => {
        const org = newOrganization();
        await publish(org, [passageOf({ id: "a" }), passageOf({ id: "b", ordinal: 1 })]);
        await publish(org, [passageOf({ id: "a", text: "Garden hours." }), passageOf({ id: "b", ordinal: 1 })]);
        expect(idsOf(await near(org))).toEqual(["a", "b"]);
        expect(idsOf(await matching(org, "office"))).toEqual(["b"]);
        expect(idsOf(await matching(org, "garden"))).toEqual(["a"]);
      });

      promise("takes terms that are known already, and of what comes twice at once the last", async () => {
        const org = newOrganization();
        await publish(org, [passageOf({ id: "a", terms: "kiosk" }), passageOf({ id: "a", terms: "garden" })]);
        expect(idsOf(await matching(org, "garden"))).toEqual(["a"]);
        expect([await matching(org, "kiosk"), await matching(org, "office")]).toEqual([[], []]);
      });

      promise("lets nobody find an edition before it is current, and the one before until then", async () => {
        const org = newOrganization();
        await index.put(org, [passageOf({ id: "old" })]);
        expect([await near(org), await matching(org, "office")]).toEqual([[], []]);
        await index.makeCurrent(org, editionOf());
        await index.put(org, [passageOf({ id: "new", version: 2 })]);
        expect([idsOf(await near(org)), idsOf(await matching(org, "office"))]).toEqual([["old"], ["old"]]);
        await index.makeCurrent(org, editionOf({ version: 2 }));
        expect([idsOf(await near(org)), idsOf(await matching(org, "office"))]).toEqual([["new"], ["new"]]);
      });

      promise("switches for every reader at once and whole", async () => {
        const org = newOrganization();
        const edition = (version: number) =>
          Array.from({ length: 40 }, (_, ordinal) => passageOf({ version, ordinal }));
        await publish(org, edition(1).slice(0, 1));
        await index.put(org, edition(1));
        await index.put(org, edition(2));
        await index.makeCurrent(org, editionOf());
        let isOver = false;
        const seen = new Set<string>();
        const reading = (async () => {
          while (!isOver) {
            const hits = await other.matching(org, { text: "office", filter: everything, limit: 100 });
            const versions = [...new Set(hits.map(({ version }) => version))];
            seen.add(`${hits.length} of version ${versions.join(" and ")}`);
          }
        })();
        for (const version of [2, 1, 2, 1, 2]) {
          await index.makeCurrent(org, editionOf({ version }));
          const hits = await other.nearest(org, {
            vector: vectorOf({ 0: 1 }),
            model: MODEL,
            filter: everything,
            limit: 1,
          });
          expect(hits.map((hit) => hit.version)).toEqual([version]);
        }
        isOver = true;
        await reading;
        for (const each of seen) expect(["40 of version 1", "40 of version 2"]).toContain(each);
      });

      promise("keeps apart what two processes write at once", async () => {
        const org = newOrganization();
        await Promise.all(
          Array.from({ length: 12 }, async (_, at) => {
            const writer = at % 2 === 0 ? index : other;
            const passage = passageOf({ documentUuid: `doc-${at}` });
            await writer.put(org, [passage]);
            await writer.makeCurrent(org, passage);
          }),
        );
        expect(await near(org)).toHaveLength(12);
        expect(await other.matching(org, { text: "office", filter: everything, limit: 50 })).toHaveLength(12);
      });

      promise("is kept when the process ends", async () => {
        const org = newOrganization();
        await publish(org, [passageOf()]);
        const again = await setting.open();
        expect(await again.matching(org, { text: "office", filter: everything, limit: 5 })).toHaveLength(1);
        await again.close();
      });
    });

    promises("removal", () => {
      const twoEditions = async (org: number) => {
        await index.put(org, [passageOf({ id: "old" }), passageOf({ id: "new", version: 2 })]);
        await index.put(org, [passageOf({ id: "else", documentUuid: "doc-2" })]);
        await index.makeCurrent(org, editionOf({ version: 2 }));
        await index.makeCurrent(org, editionOf({ documentUuid: "doc-2" }));
      };

      promise("takes a document away whole, and leaves the others", async () => {
        const org = newOrganization();
        await twoEditions(org);
        await index.remove(org, { documentUuid: "doc-1" });
        expect([idsOf(await near(org)), idsOf(await matching(org, "office"))]).toEqual([["else"], ["else"]]);
        await index.makeCurrent(org, editionOf({ version: 2 }));
        expect(idsOf(await near(org))).toEqual(["else"]);
      });

      promise("leaves the edition that is excepted", async () => {
        const org = newOrganization();
        await twoEditions(org);
        await index.remove(org, { documentUuid: "doc-1", except: editionOf({ version: 2 }) });
        expect(idsOf(await near(org))).toEqual(["else", "new"]);
        await index.makeCurrent(org, editionOf());
        expect(idsOf(await near(org))).toEqual(["else"]);
      });

      promise("may be repeated, and finishes what a crash left halfway, whether it was current or not", async () => {
        const org = newOrganization();
        await twoEditions(org);
        await index.remove(org, { documentUuid: "doc-1" });
        // A writer that had not heard of the removal yet.
        await other.put(org, [passageOf({ id: "late", version: 3 })]);
        await index.remove(org, { documentUuid: "doc-1" });
        await index.remove(org, { documentUuid: "never seen" });
        await index.makeCurrent(org, editionOf({ version: 3 }));
        expect(idsOf(await near(org))).toEqual(["else"]);
      });

      promise("forgets single passages of a document, in every edition, and leaves the others", async () => {
        const org = newOrganization();
        await twoEditions(org);
        const named = passageOf({ id: "named", ordinal: 7, version: 2 });
        await index.put(org, [named]);
        await index.makeCurrent(org, editionOf({ version: 2 }));
        expect(idsOf(await near(org)).sort()).toEqual(["else", "named", "new"]);
        for (const _ of [1, 2]) await index.forget(org, { documentUuid: "doc-1", ids: ["named", "else", "old"] });
        await index.forget(org, { documentUuid: "never seen", ids: ["new"] });
        expect(idsOf(await near(org)).sort()).toEqual(["else", "new"]);
        expect(idsOf(await matching(org, "office")).sort()).toEqual(["else", "new"]);
        await index.makeCurrent(org, editionOf());
        expect(idsOf(await near(org))).toEqual(["else"]);
      });

      promise("takes away more than one request holds", async () => {
        const org = newOrganization();
        const many = Array.from({ length: 450 }, (_, ordinal) => passageOf({ ordinal }));
        await index.put(org, many);
        await index.makeCurrent(org, editionOf());
        expect(await matching(org, "office", {}, 1_000)).toHaveLength(450);
        await index.remove(org, { documentUuid: "doc-1" });
        await index.makeCurrent(org, editionOf());
        expect(await matching(org, "office", {}, 1_000)).toEqual([]);
      });
    });

    promises("what a reader sees", () => {
      const scoped = async (org: number) =>
        publish(org, [
          passageOf({ id: "library", documentUuid: "doc-l", scope: { kind: "library" } }),
          passageOf({ id: "org", documentUuid: "doc-o", scope: { kind: "org" } }),
          passageOf({ id: "channel 1", documentUuid: "doc-c1", scope: { kind: "channel", id: 1 } }),
          passageOf({ id: "channel 11", documentUuid: "doc-c11", scope: { kind: "channel", id: 11 } }),
          passageOf({ id: "agent 1", documentUuid: "doc-a1", scope: { kind: "agent", id: 1 } }),
        ]);
      const cases: [string, Partial<PassageFilter>, string[]][] = [
        ["everything", {}, ["agent 1", "channel 1", "channel 11", "library", "org"]],
        ["a scope", { scopes: [{ kind: "channel", id: 1 }] }, ["channel 1"]],
        ["scopes", { scopes: [{ kind: "org" }, { kind: "agent", id: 1 }] }, ["agent 1", "org"]],
        ["no scope", { scopes: [] }, []],
        ["a named document besides", { scopes: [{ kind: "org" }], namedDocumentUuids: ["doc-l"] }, ["library", "org"]],
        ["named documents alone", { scopes: [], namedDocumentUuids: ["doc-l", "doc-x"] }, ["library"]],
        ["documents", { documentUuids: ["doc-c1", "doc-l"] }, ["channel 1", "library"]],
        ["documents within scopes", { scopes: [{ kind: "org" }], documentUuids: ["doc-c1", "doc-o"] }, ["org"]],
        ["no documents", { documentUuids: [] }, []],
      ];
      promise("is bound by scopes and documents, for vectors and words alike", async () => {
        const org = newOrganization();
        await scoped(org);
        for (const [what, filter, expected] of cases) {
          expect([what, idsOf(await near(org, filter)), idsOf(await matching(org, "office", filter))]).toEqual([
            what,
            expected,
            expected,
          ]);
        }
      });

      promise("is nothing of another organization, whatever it asks for", async () => {
        const [mine, theirs] = [newOrganization(), newOrganization()];
        await publish(theirs, [passageOf({ id: "secret", text: "The vault is under the stairs." })]);
        await publish(mine, [passageOf({ id: "own", documentUuid: "doc-own", text: "The stairs are steep." })]);
        // Even if it says of their document that it is its own.
        await index.makeCurrent(mine, editionOf());
        for (const filter of [{}, { documentUuids: ["doc-1"] }, { scopes: [], namedDocumentUuids: ["doc-1"] }]) {
          const found = [...(await near(mine, filter)), ...(await matching(mine, "vault under the stairs", filter))];
          expect(found.filter(({ id }) => id !== "own")).toEqual([]);
        }
        const byId = { vector: vectorOf({ 0: 1 }), model: MODEL, filter: everything, limit: 5, ids: ["secret"] };
        expect(await index.nearest(mine, byId)).toEqual([]);
      });

      promise("changes by no command of another organization, with the same documents and ids", async () => {
        const [mine, theirs] = [newOrganization(), newOrganization()];
        await publish(theirs, [passageOf({ id: "same", text: "Theirs." })]);
        await publish(mine, [passageOf({ id: "same", text: "Mine." })]);
        await index.put(mine, [passageOf({ id: "same 2", version: 2, text: "Mine, later." })]);
        await index.makeCurrent(mine, editionOf({ version: 2 }));
        expect((await near(theirs)).map(({ text }) => text)).toEqual(["Theirs."]);
        await index.remove(mine, { documentUuid: "doc-1" });
        expect((await near(theirs)).map(({ text }) => text)).toEqual(["Theirs."]);
        expect(await near(mine)).toEqual([]);
      });

      promise("is found among many of another organization that are closer", async () => {
        const [mine, theirs] = [newOrganization(), newOrganization()];
        await publish(theirs, [passageOf()]);
        await index.put(
          theirs,
          Array.from({ length: 400 }, (_, ordinal) => passageOf({ ordinal })),
        );
        await publish(mine, [passageOf({ id: "own", vector: vectorOf({ 0: 1, 1: 5 }) })]);
        expect(idsOf(await near(mine))).toEqual(["own"]);
      });
    });
  });
};
