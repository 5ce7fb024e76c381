import { expect, it } from "@jest/globals";
import { disclosureSetting } from "../../../domain/agent/disclosure.ts";

it.each([
  [{ enabled: true }, true],
  [{ enabled: false }, false],
  [{ enabled: false, reason: null }, false],
  [{ enabled: false, reason: " " }, false],
  [{ enabled: false, reason: "Counsel agreed on 2 May" }, true],
  [{ enabled: false, reason: "x".repeat(1_001) }, false],
])("the disclosure of recorded calls is switched off for a reason that is stored: %j, %s", (given, isTaken) => {
  expect(disclosureSetting.safeParse(given).success).toBe(isTaken);
});
