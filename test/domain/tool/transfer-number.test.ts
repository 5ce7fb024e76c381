import { expect, it } from "@jest/globals";
import { readTransferNumber } from "../../../domain/tool/transfer-number.ts";

it.each([
  ["+1 (202) 555-0123", "+12025550123"],
  ["\u202a+1 202 555 0123\u202c", "+12025550123"],
  ["tel:+12025550123", "+12025550123"],
  ["+4930123456.0", "+4930123456"],
  ["sip:desk@example.com", "sip:desk@example.com"],
  ["+4930123456.5", null],
  ["202 555 0123", null],
  ["+1 202 555 01", null],
  ["the desk", null],
])("a transfer to %s goes to %s", (text, destination) => {
  expect(readTransferNumber(text)).toBe(destination);
});
