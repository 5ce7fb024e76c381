import { describe, expect, it } from "@jest/globals";
import { cutKeyPrefix, formatApiKey } from "../../../domain/access/api-key.ts";
import { findRevokedInvitations } from "../../../domain/access/invitation.ts";
import {
  findRoleOfKey,
  hasRole,
  isLastOwner,
  MEMBER_ROLES,
  mayChangeRoles,
  rolesFrom,
} from "../../../domain/access/member-role.rules.ts";

describe("a role", () => {
  it("allows what lesser roles may do, and nothing that greater ones may", () => {
    for (const [at, role] of MEMBER_ROLES.entries())
      expect(MEMBER_ROLES.filter((needed) => hasRole(role, needed))).toEqual(MEMBER_ROLES.slice(0, at + 1));
  });

  it("is had by itself and by all greater ones", () => {
    expect(rolesFrom("viewer")).toEqual(["viewer", "operator", "supervisor", "admin", "owner"]);
    expect(rolesFrom("supervisor")).toEqual(["supervisor", "admin", "owner"]);
    expect(rolesFrom("owner")).toEqual(["owner"]);
  });

  it("the role of a key is its maker's, and never an owner's", () => {
    expect(MEMBER_ROLES.map(findRoleOfKey)).toEqual(["viewer", "operator", "supervisor", "admin", "admin"]);
  });

  it("below admin ends all open invitations of the member, and admin those of owners", () => {
    expect(MEMBER_ROLES.map(findRevokedInvitations)).toEqual(["all", "all", "all", "of_owners", "none"]);
  });
});

it("an API key begins with what it is for, and its prefix has twelve characters", () => {
  const key = formatApiKey("production", "abcdefgh");
  expect(key).toBe("vap_live_abcdefgh");
  expect(cutKeyPrefix(key)).toBe("vap_live_abc");
  expect(formatApiKey("sandbox", "abcdefgh")).toBe("vap_test_abcdefgh");
});

it("only owners make owners or change them, and the last owner stays one", () => {
  expect(mayChangeRoles("owner", ["owner", "viewer"])).toBe(true);
  expect(mayChangeRoles("admin", ["admin", "viewer"])).toBe(true);
  expect(mayChangeRoles("admin", ["viewer", "owner"])).toBe(false);
  expect([isLastOwner("owner", 1), isLastOwner("owner", 2), isLastOwner("admin", 1)]).toEqual([true, false, false]);
});
