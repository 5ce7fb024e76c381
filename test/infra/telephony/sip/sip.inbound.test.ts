import { expect, it } from "@jest/globals";
import { readCallerNumber } from "../../../../infra/telephony/sip/sip.inbound.ts";

const US = "+12025550123";
const DE = "+4930123456";
const EXTENSION = "4001";

it.each([
  { user: "+14155550143", called: US, number: "+14155550143", how: "with +" },
  { user: "14155550143", called: US, number: "+14155550143", how: "by the country code of the called number" },
  { user: "4155550143", called: US, number: "+14155550143", how: "as its country writes it, which is no Swiss number" },
  { user: "16135550143", called: US, number: "+16135550143", how: "by the country code that two countries share" },
  { user: "442079460123", called: US, number: "+442079460123", how: "by the country code of another country" },
  { user: "01701234567", called: DE, number: "+491701234567", how: "as its country writes it, with its 0" },
  { user: "491701234567", called: DE, number: "+491701234567", how: "by a country code that is an area code too" },
  { user: "436641234567", called: DE, number: null, how: "as a German and an Austrian number may be written" },
  { user: "442079460123", called: EXTENSION, number: "+442079460123", how: "by a country code, at an extension" },
  { user: "4155550143", called: EXTENSION, number: null, how: "as an unknown country writes it" },
  { user: "4001", called: US, number: null, how: "as an extension" },
  { user: "anonymous", called: US, number: null, how: "as nobody" },
  { user: undefined, called: US, number: null, how: "not at all" },
])("a caller whose trunk writes them $how is $number", ({ user, called, number }) => {
  expect(readCallerNumber(user, called)).toBe(number);
});
