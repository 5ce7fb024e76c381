import { expect, it } from "@jest/globals";
import { hintSecret, isMask, maskSecret } from "../../../domain/secret/masked-secret.ts";

it("a mask shows four characters at most, and none of a short secret", () => {
  expect(maskSecret("SK0123456789abcd")).toBe("****abcd");
  expect(maskSecret("short")).toBe("****");
  expect(isMask(maskSecret("SK0123456789abcd"))).toBe(true);
  expect(isMask("SK0123456789abcd")).toBe(false);
});

it("a hint shows the last four of twelve characters and more, and nothing of a shorter secret", () => {
  expect(hintSecret("SK0123456789")).toBe("6789");
  expect(hintSecret("SK012345678")).toBeNull();
});
