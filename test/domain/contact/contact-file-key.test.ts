import { describe, expect, it } from "@jest/globals";
import fc from "fast-check";
import { buildContactFileKey, isContactFileKey } from "../../../domain/contact/contact-file-key.ts";

const uuid = "0b7e9f3c-93a4-4c5e-8d0e-2f7f5a0c7a11";

describe("object keys of contact files", () => {
  it("are its own organization's alone, whatever the file is called", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), fc.constantFrom(".csv", ".xlsx", ".CSV"), (stem, extension) => {
        const key = buildContactFileKey({ organizationId: 7, uuid, fileName: `${stem}${extension}` });
        expect(key).toMatch(/^org-7\/contacts\/[0-9a-f-]{36}\/[\w-]{1,100}\.(csv|xlsx)$/);
        expect([isContactFileKey(7, key), isContactFileKey(8, key), isContactFileKey(77, key)]).toEqual([
          true,
          false,
          false,
        ]);
      }),
    );
  });

  it.each([
    `org-7/contacts/../../org-8/contacts/${uuid}/a.csv`,
    `org-7/recordings/${uuid}/a.csv`,
    `org-7/contacts/${uuid}/a.exe`,
    "",
  ])("are not %s", (key) => {
    expect(isContactFileKey(7, key)).toBe(false);
  });
});
