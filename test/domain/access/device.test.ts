import { describe, expect, it } from "@jest/globals";
import { nameDevice } from "../../../domain/access/device.ts";

describe("the name of a device", () => {
  it.each([
    ["Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0", "Firefox, Linux"],
    [
      "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/153.0.0.0 Safari/537.36 Edg/153.0.0.0",
      "Edge, Windows",
    ],
    [
      "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.4 Safari/605.1.15",
      "Safari, macOS",
    ],
    [
      "Mozilla/5.0 (iPhone; CPU iPhone OS 18_4 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.4 Mobile/15E148 Safari/604.1",
      "Safari, iOS",
    ],
    [
      "Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/153.0.0.0 Mobile Safari/537.36",
      "Chrome, Android",
    ],
    ["curl/8.5.0", "curl/8.5.0"],
  ])("of %s", (userAgent, name) => {
    expect(nameDevice(userAgent)).toBe(name);
  });

  it("is missing where nothing is said, and short", () => {
    expect(nameDevice(null)).toBeNull();
    expect(nameDevice("x".repeat(200))).toHaveLength(60);
  });
});
