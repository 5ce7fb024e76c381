import { describe, expect, it } from "@jest/globals";
import fc from "fast-check";
import { cleanSecret, keyInput, secretInput } from "../../../domain/secret/pasted-secret.ts";

const UNSEEN = ["\u200b", "\ufeff", "\u00a0", "\r\n", "\n", "\t", "\u2060", "\u202e", "\u00ad", "\u2028"];

describe("a pasted secret", () => {
  it("is read without what nobody sees, wherever it stands", () => {
    const key = fc.string({ unit: fc.constantFrom(..."sk-019azAZ_."), minLength: 4, maxLength: 40 });
    const places = fc.array(fc.tuple(fc.nat({ max: 40 }), fc.constantFrom(...UNSEEN)), { maxLength: 5 });
    fc.assert(
      fc.property(key, places, (meant, inserted) => {
        const pasted = inserted.reduce((text, [at, mark]) => text.slice(0, at) + mark + text.slice(at), ` ${meant} `);
        expect(keyInput(1_000).parse(pasted)).toBe(meant);
      }),
    );
  });

  it("keeps the spaces within a password, and the lines of a private key", () => {
    expect(cleanSecret("correct horse\u200b\n")).toBe("correct horse");
    const pem = "-----BEGIN PRIVATE KEY-----\nMIIE\nvQIB\n-----END PRIVATE KEY-----";
    expect(cleanSecret(`\ufeff${pem.replaceAll("\n", "\r\n")}\r\n`)).toBe(pem);
  });

  it("is refused where nothing is left of it, or a key holds what no header carries", () => {
    expect(secretInput(10).safeParse("\u200b \n").error?.issues[0]?.message).toContain("copy it again");
    expect(keyInput(10).safeParse("sk-“abc").error?.issues[0]?.message).toBe(
      "No key holds the character “ (U+201C): copy it again from where it was made",
    );
  });
});
