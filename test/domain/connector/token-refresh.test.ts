import { expect, it } from "@jest/globals";
import { readTokenAge } from "../../../domain/connector/token-refresh.ts";

const now = new Date("2026-11-29T12:00:00Z");
const after = (seconds: number) => new Date(now.getTime() + seconds * 1000);

it("a token is refreshed in its last five minutes, and not used in its last half minute", () => {
  expect(readTokenAge(null, now)).toBe("fresh");
  expect(readTokenAge(after(301), now)).toBe("fresh");
  expect(readTokenAge(after(300), now)).toBe("to_refresh");
  expect(readTokenAge(after(31), now)).toBe("to_refresh");
  expect(readTokenAge(after(30), now)).toBe("unusable");
  expect(readTokenAge(after(-1), now)).toBe("unusable");
});
