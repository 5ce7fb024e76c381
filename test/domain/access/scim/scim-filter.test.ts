import { describe, expect, it } from "@jest/globals";
import fc from "fast-check";
import { ScimFault } from "../../../../domain/access/scim/scim-fault.ts";
import { readScimFilter } from "../../../../domain/access/scim/scim-filter.ts";

const ATTRIBUTES = new Set(["username", "emails", "externalid", "active"]);
const read = (text: string) => readScimFilter(text, ATTRIBUTES);

describe("a filter of SCIM", () => {
  it.each([
    ['userName eq "ada@example.com"', [["username", "eq", "ada@example.com"]]],
    ['userName Eq "a \\"b\\""', [["username", "eq", 'a "b"']]],
    ['emails[type eq "work"].value eq "a@example.com"', [["emails", "eq", "a@example.com"]]],
    ['emails.value co "@example.com"', [["emails", "co", "@example.com"]]],
    ['urn:ietf:params:scim:schemas:core:2.0:User:userName sw "ada"', [["username", "sw", "ada"]]],
    ["active eq true", [["active", "eq", true]]],
    [
      'active eq "False" and externalId eq "7"',
      [
        ["active", "eq", false],
        ["externalid", "eq", "7"],
      ],
    ],
  ] as const)("%s is understood", (text, comparisons) => {
    expect(read(text)).toEqual(comparisons.map(([attribute, operator, value]) => ({ attribute, operator, value })));
  });

  it.each([
    "",
    "userName",
    "userName eq ada",
    'userName ne "ada"',
    'userName eq "ada" or userName eq "bob"',
    'userName eq "ada" and',
    '(userName eq "ada")',
    'title eq "x"',
    'active co "t"',
    "userName eq true",
    `userName eq "${"x".repeat(1_000)}"`,
  ])("%s is refused, and not half understood", (text) => {
    expect(() => read(text)).toThrow(ScimFault);
  });

  it("finds what was written, whatever the text", () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 60 }), (value) => {
        expect(read(`userName eq ${JSON.stringify(value)}`)).toEqual([
          { attribute: "username", operator: "eq", value },
        ]);
      }),
    );
  });
});
