import { describe, expect, it } from "@jest/globals";
import { ScimFault } from "../../../../domain/access/scim/scim-fault.ts";
import { patchGroup, readGroup } from "../../../../domain/access/scim/scim-group.ts";
import {
  type DirectoryPerson,
  nameOfPerson,
  patchPerson,
  readPerson,
} from "../../../../domain/access/scim/scim-person.ts";

const ADA: DirectoryPerson = {
  userName: "ada@example.com",
  externalId: null,
  email: "ada@example.com",
  displayName: null,
  givenName: "Ada",
  familyName: null,
  active: true,
};
const patch = (...Operations: object[]) => patchPerson(ADA, { Operations });

describe("a person of a directory", () => {
  it("is read with the primary address, else that of work, else the user name", () => {
    const emails = [
      { value: "home@example.com", type: "home" },
      { value: "work@example.com", type: "work" },
    ];
    expect(readPerson({ userName: "ada", emails }).email).toBe("work@example.com");
    expect(readPerson({ userName: "ada", emails: [{ ...emails[0], primary: "True" }, emails[1]] }).email).toBe(
      "home@example.com",
    );
    expect(readPerson({ userName: "ada@example.com", active: "False", title: "x" })).toMatchObject({
      email: "ada@example.com",
      active: false,
    });
    for (const body of [{}, { userName: "ada" }, { userName: "a@b.example", active: "maybe" }, [], null])
      expect(() => readPerson(body)).toThrow(ScimFault);
  });

  it.each([
    ["as Entra ID writes it", [{ op: "Replace", path: "active", value: "False" }], { active: false }],
    ["as Okta writes it", [{ op: "replace", value: { active: false } }], { active: false }],
    ["with dotted names", [{ op: "Add", value: { "name.familyName": "Example" } }], { familyName: "Example" }],
    [
      "by a path with a filter",
      [{ op: "Replace", path: 'emails[type eq "work"].value', value: "b@example.com" }],
      { email: "b@example.com" },
    ],
    [
      "by a whole list",
      [{ op: "replace", path: "emails", value: [{ value: "c@example.com" }] }],
      { email: "c@example.com" },
    ],
    [
      "by a whole name",
      [{ op: "replace", path: "name", value: { givenName: "A", familyName: "B" } }],
      { givenName: "A", familyName: "B" },
    ],
    ["by a removal", [{ op: "remove", path: "name.givenName" }], { givenName: null }],
    [
      "with a schema in front",
      [{ op: "replace", path: "urn:ietf:params:scim:schemas:core:2.0:User:userName", value: "x" }],
      { userName: "x" },
    ],
    [
      "of what is not kept",
      [{ op: "Add", path: "urn:ietf:params:scim:schemas:extension:enterprise:2.0:User:department", value: "R" }],
      {},
    ],
    [
      "of several at once",
      [
        { op: "add", path: "externalId", value: "7" },
        { op: "replace", path: "displayName", value: "Ada E." },
      ],
      { externalId: "7", displayName: "Ada E." },
    ],
  ] as const)("is changed %s", (_how, operations, change) => {
    expect(patch(...operations)).toEqual({ ...ADA, ...change });
  });

  it.each([
    ["an unknown path", { op: "replace", path: "favouriteColour", value: "x" }],
    ["an unknown operation", { op: "move", path: "active", value: true }],
    ["a removal of everything", { op: "remove" }],
    ["no user name", { op: "remove", path: "userName" }],
    ["no address", { op: "remove", path: "emails" }],
    ["a text for a boolean", { op: "replace", path: "active", value: "perhaps" }],
  ])("is not changed by %s", (_what, operation) => {
    expect(() => patch(operation)).toThrow(ScimFault);
  });

  it("is known by the name to be shown, else by its parts", () => {
    expect(nameOfPerson(ADA)).toBe("Ada");
    expect(nameOfPerson({ ...ADA, displayName: "Ada Example" })).toBe("Ada Example");
    expect(nameOfPerson({ ...ADA, givenName: null })).toBeNull();
  });
});

describe("a group of a directory", () => {
  const [ONE, TWO] = ["00000000-0000-4000-8000-000000000001", "00000000-0000-4000-8000-000000000002"] as const;
  const staff = readGroup({ displayName: "staff", members: [{ value: ONE }] });
  const after = (...Operations: object[]) => [...patchGroup(staff, { Operations }).members];

  it.each([
    ["an addition", [{ op: "Add", path: "members", value: [{ value: TWO }] }], [ONE, TWO]],
    ["one as an object", [{ op: "add", path: "members", value: { value: TWO } }], [ONE, TWO]],
    ["a replacement", [{ op: "replace", value: { members: [{ value: TWO }] } }], [TWO]],
    ["a removal by a path", [{ op: "Remove", path: `members[value eq "${ONE}"]` }], []],
    ["a removal by values", [{ op: "remove", path: "members", value: [{ value: ONE }] }], []],
    ["a removal of all", [{ op: "remove", path: "members" }], []],
  ] as const)("takes %s of members", (_what, operations, members) => {
    expect(after(...operations)).toEqual(members);
  });

  it("takes another name, and refuses what it does not understand", () => {
    expect(
      patchGroup(staff, { Operations: [{ op: "replace", value: { id: "x", displayName: "people" } }] }).displayName,
    ).toBe("people");
    for (const operation of [
      { op: "replace", path: "owner", value: "x" },
      { op: "add", path: "members", value: [{ value: "x" }] },
    ])
      expect(() => after(operation)).toThrow(ScimFault);
    expect(() => readGroup({ members: [] })).toThrow(ScimFault);
  });
});
