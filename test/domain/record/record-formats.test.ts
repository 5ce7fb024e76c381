import { describe, expect, it } from "@jest/globals";
import fc from "fast-check";
import { writeCanonicalJson } from "../../../domain/record/canonical-json.ts";
import {
  formatCheckpoint,
  formatNote,
  formatOrigin,
  KEYS_OVERLAP_DAYS,
  parseCheckpoint,
  parseNote,
  SEALED_EVERY_SECONDS,
} from "../../../domain/record/checkpoint.rules.ts";
import { writeEntryBundle } from "../../../domain/record/entry-bundle.ts";
import { formatTilePath, parseTilePath } from "../../../domain/record/tile-paths.ts";
import {
  formatAddCheckpoint,
  formatCosigned,
  MOST_WITNESS_BYTES,
  parseWitnesses,
  parseWitnessSize,
  WITNESS_TIMEOUT_MS,
} from "../../../domain/record/witness.ts";

describe("canonical JSON", () => {
  it("has the members in the order of UTF-16, no spaces, and leaves out what is undefined", () => {
    expect(writeCanonicalJson({ b: [1, { d: null, c: "x" }], a: true, gone: undefined })).toBe(
      '{"a":true,"b":[1,{"c":"x","d":null}]}',
    );
    expect(writeCanonicalJson({ "\u20ac": 1, "\r": 2, "1": 3, "\ud83d\ude00": 4, "\ufb33": 5 })).toBe(
      '{"\\r":2,"1":3,"\u20ac":1,"\ud83d\ude00":4,"\ufb33":5}',
    );
  });

  it("is JSON, the same for the same value in any order", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(JSON.parse(writeCanonicalJson(value))).toEqual(JSON.parse(JSON.stringify(value)));
      }),
    );
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.integer()), (value) => {
        const turned = Object.fromEntries(Object.entries(value).toReversed());
        expect(writeCanonicalJson(turned)).toBe(writeCanonicalJson(value));
      }),
    );
  });

  it.each([undefined, Number.NaN, Number.POSITIVE_INFINITY, [undefined], { a: Number.NaN }])("has no %p", (value) => {
    expect(() => writeCanonicalJson(value)).toThrow(TypeError);
  });
});

describe("the path of a tile", () => {
  it.each([
    [{ level: 0, index: 0, width: 256 }, "tile/0/000"],
    [{ level: 3, index: 999, width: 256 }, "tile/3/999"],
    [{ level: 63, index: 1000, width: 1 }, "tile/63/x001/000.p/1"],
    [{ level: "entries", index: 1_234_067, width: 255 }, "tile/entries/x001/x234/067.p/255"],
  ] as const)("of %j is %s, and is read again", (name, path) => {
    expect(formatTilePath(name)).toBe(path);
    expect(parseTilePath(path)).toEqual(name);
  });

  it.each([
    "",
    "tile/0/0",
    "tile/64/000",
    "tile/00/000",
    "tile/0/x000/001",
    "tile/0/000.p/0",
    "tile/0/000.p/256",
    "tile/0/000.p/01",
    "tile/hashes/000",
    "/tile/0/000",
    "tile/0/000/",
  ])("is none: %j", (path) => {
    expect(parseTilePath(path)).toBeNull();
  });
});

describe("a checkpoint", () => {
  const checkpoint = { origin: "ringdown.record/home/org-7", size: 12, root: "cm9vdA==" };

  it("is three lines, and is read again", () => {
    expect(formatOrigin({ installation: "home", organizationId: 7 })).toBe(checkpoint.origin);
    expect(formatCheckpoint(checkpoint)).toBe("ringdown.record/home/org-7\n12\ncm9vdA==\n");
    expect(parseCheckpoint(formatCheckpoint(checkpoint))).toEqual(checkpoint);
    expect(parseCheckpoint("a\n0\nb\n")).toEqual({ origin: "a", size: 0, root: "b" });
  });

  it.each(["", "\n1\nroot\n", "origin\n1", "origin\n01\nroot\n", "origin\n-1\nroot\n", "origin\nx\nroot\n", "origin"])(
    "is none: %j",
    (text) => expect(parseCheckpoint(text)).toBeNull(),
  );

  it("is signed in a note, by as many keys as there are, and is read again", () => {
    const signatures = [
      { name: "one", value: "AAAA" },
      { name: "two", value: "BBBB" },
    ];
    const note = formatNote("first\nsecond\n", signatures);
    expect(note).toBe("first\nsecond\n\n\u2014 one AAAA\n\u2014 two BBBB\n");
    expect(parseNote(note)).toEqual({ text: "first\nsecond\n", signatures });
    for (const text of ["first\n\nsecond\n", "\n"])
      expect(parseNote(formatNote(text, signatures))).toEqual({ text, signatures });
  });

  it.each([
    "text\n",
    "text\n\n\u2014 one AAAA",
    "text\n\n- one AAAA\n",
    "text\n\n\u2014 one\n",
    "text\n\n\u2014 one AAAA more\n",
    "text\n\n\u2014 one AAAA\nelse\n",
  ])("is in no note: %j", (note) => expect(parseNote(note)).toBeNull());

  it("is made every minute, and signed by a former key for a month", () =>
    expect([SEALED_EVERY_SECONDS, KEYS_OVERLAP_DAYS]).toEqual([60, 30]));
});

describe("a bundle of entries", () => {
  it("has each behind its length in two bytes", () => {
    expect([...writeEntryBundle([])]).toEqual([]);
    const entries = [Uint8Array.of(7, 8), Uint8Array.of(), new Uint8Array(258).fill(9)];
    expect([...writeEntryBundle(entries)]).toEqual([0, 2, 7, 8, 0, 0, 1, 2, ...(entries[2] ?? [])]);
  });

  it("takes 65,535 bytes of an entry and no more", () => {
    expect(writeEntryBundle([new Uint8Array(65_535)])).toHaveLength(65_537);
    expect(() => writeEntryBundle([new Uint8Array(65_536)])).toThrow("an entry of 65536 bytes is too long");
  });
});

describe("witnesses", () => {
  const keyOf = (bytes: readonly number[]) => Buffer.from(bytes).toString("base64");
  const key = Array.from({ length: 32 }, (_none, at) => at + 200);
  const vkey = (name: string, { id = "0123abcd", bytes = [4, ...key] } = {}) => `${name}+${id}+${keyOf(bytes)}`;

  it("are read with their keys and addresses", () => {
    const one = { name: "one", id: "0123abcd", key: keyOf(key), url: "https://one.example/log" };
    expect(parseWitnesses(` ${vkey("one")} https://one.example/log// ,, ${vkey("two")}  http://two.example`)).toEqual([
      one,
      { ...one, name: "two", url: "http://two.example" },
    ]);
    expect(parseWitnesses(" ")).toEqual([]);
    expect(parseWitnesses(`${vkey("one")} https://a, ${vkey("one", { id: "00000000" })} https://b`)).toHaveLength(2);
  });

  it.each([
    ["without a name", `${vkey("")} https://one.example`, "is no key of a witness"],
    ["with another id", `${vkey("one", { id: "0123ABCD" })} https://one.example`, "is no key of a witness"],
    ["with a short id", `${vkey("one", { id: "0123abc" })} https://one.example`, "is no key of a witness"],
    ["with a short key", `${vkey("one", { bytes: [4, ...key.slice(1)] })} https://one.example`, "is no key"],
    ["of another algorithm", `${vkey("one", { bytes: [1, ...key] })} https://one.example`, "is no key"],
    ["without an address", vkey("one"), "stands its address"],
    ["with an address of another kind", `${vkey("one")} ftp://one.example`, "stands its address"],
    ["with two addresses", `${vkey("one")} https://one.example https://two.example`, "stands its address"],
    ["named twice", `${vkey("one")} https://a.example, ${vkey("one")} https://b.example`, "is named twice"],
  ])("are refused with what is wrong: %s", (_what, text, sentence) => {
    expect(() => parseWitnesses(text)).toThrow(sentence);
  });

  it("are asked from what they have seen, and say what they have seen", () => {
    expect(formatAddCheckpoint(3, ["AAAA", "BBBB"], "note\n")).toBe("old 3\nAAAA\nBBBB\n\nnote\n");
    expect(formatAddCheckpoint(0, [], "note\n")).toBe("old 0\n\nnote\n");
    expect(["0\n", "12\n", "12", "012\n", "x\n", "1\n2\n"].map(parseWitnessSize)).toEqual([
      0,
      12,
      null,
      null,
      null,
      null,
    ]);
    expect(formatCosigned(17n, "text\n")).toBe("cosignature/v1\ntime 17\ntext\n");
  });

  it("have five seconds for an answer of sixteen kilobytes", () => {
    expect([WITNESS_TIMEOUT_MS, MOST_WITNESS_BYTES]).toEqual([5000, 16_384]);
  });
});
