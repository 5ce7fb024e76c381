import { describe, expect, it } from "@jest/globals";
import {
  buildMentionPattern,
  isEmail,
  listOwnEmails,
  type Person,
  readPersonOf,
} from "../../../domain/privacy/person.ts";

const nobody: Person = { numbers: [], emails: [], names: [] };
const find = (person: Partial<Person>, text: string) =>
  new RegExp(buildMentionPattern({ ...nobody, ...person }) ?? "(?!)", "gi")[Symbol.replace](text, "_");

describe("a number in text", () => {
  it.each([
    "+14155550177",
    "+1 415 555 0177",
    "+1 (415) 555-0177",
    "(415) 555-0177",
    "415.555.0177",
    "0014155550177",
    "011 1 415 555 0177",
    "1-415-555-0177",
    "%2B14155550177".slice(3),
  ])("is found as %s", (spelling) => {
    expect(find({ numbers: ["+14155550177"] }, `call ${spelling}, please`)).toBe("call _, please");
  });

  it.each([
    "+49 30 23125 001",
    "030 23125001",
    "(030) 231 25 001",
    "+49 (0)30 23125001",
    "0049 30 23125-001",
    "030/23125001",
  ])("of Germany is found as %s", (spelling) => {
    expect(find({ numbers: ["+493023125001"] }, `Tel. ${spelling}.`)).toBe("Tel. _.");
  });

  it("is no part of a longer one, and no other one", () => {
    const others = "114155550177 4155550178 41555501771";
    expect(find({ numbers: ["+14155550177"] }, others)).toBe(others);
  });
});

describe("addresses and names in text", () => {
  it("are found whole, without regard to case", () => {
    const person = { emails: ["ada@example.net"], names: ["Ada Byron"] };
    expect(find(person, "ADA@EXAMPLE.NET, ada  byron, ada-byron.pdf")).toBe("_, _, _.pdf");
    expect(find(person, "xada@example.net, Ada, Ada Byronson")).toBe("xada@example.net, Ada, Ada Byronson");
  });

  it("are found at the beginning of a line within JSON, where the end of the line before is two characters", () => {
    const person = { numbers: ["+14155550177"], emails: ["ada@example.net"], names: ["Ada Byron"] };
    for (const text of ["so\nAda Byron", "so\nada@example.net", "so\n+1 415\n555 0177", "Ada\nByron"])
      expect(JSON.stringify(find(person, JSON.stringify({ text })))).not.toMatch(/ada|byron|0177/i);
  });

  it("names that are longer than names are, have more words, or words without letters, are left", () => {
    for (const name of ["a ".repeat(60).trim(), "one two three four five six seven", "- - x", "Ada 4"])
      expect(buildMentionPattern({ ...nobody, names: [name] })).toBeNull();
  });

  it("a number of no country is found by its digits", () => {
    expect(find({ numbers: ["+999123456789"] }, "call +999 123-456-789")).toBe("call +_");
  });

  it("the addresses that are the person's alone are the one that was asked for, and those that nobody else has", () => {
    const own = { ...nobody, emails: ["ada@example.net"] };
    expect(listOwnEmails({ asked: [{ email: "Desk@Example.org" }], own })).toEqual([
      "desk@example.org",
      "ada@example.net",
    ]);
    expect(listOwnEmails({ asked: [{ phoneNumber: "+14155550177" }], own })).toEqual(["ada@example.net"]);
  });

  it("names of one word are left: they are words of the language too often", () => {
    expect(buildMentionPattern({ ...nobody, names: ["Rose"] })).toBeNull();
  });

  it("are read from a person's variables", () => {
    expect(readPersonOf({ first_name: "Ada", Surname: "Byron", "e-mail": "Ada@Example.net", plan: "gold" })).toEqual({
      emails: ["ada@example.net"],
      names: ["Ada Byron", "Byron, Ada", "Byron Ada"],
    });
    expect(["a@b.c", "a@b", "a b@c.d", ""].map(isEmail)).toEqual([true, false, false, false]);
  });
});
