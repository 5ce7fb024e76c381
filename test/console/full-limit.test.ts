import { expect, it } from "@jest/globals";
import type { Capacity } from "../../domain/call/admission-facts.rules.ts";
import { explainAdmission } from "../../domain/call/admission-outlook.rules.ts";
import { clearFacts } from "../domain/call/admission-facts.ts";
import { loadConsoleModule } from "./console-module.ts";

const { chooseFullLimit } = await loadConsoleModule<{ chooseFullLimit(value: string): string }>("ui/full-limit.ts");

/** Returns what the console names as full, by the facts that the API tells, and the API's own sentence. */
const fullOf = (...capacities: Capacity[]) => {
  const { value, sentence } = explainAdmission({ ...clearFacts, capacities }).find(
    ({ rule }) => rule === "concurrency",
  ) ?? { value: "", sentence: null };
  return [chooseFullLimit(value), sentence];
};

const room = (whose: Capacity["whose"]): Capacity => ({ whose, live: 1, limit: 4 });
const full = (whose: Capacity["whose"], limit = 4): Capacity => ({ whose, live: limit, limit });

it("names what is full as the rule does: the first of its facts", () => {
  expect(fullOf(room("campaign"), full("organization"), full("media processes"))).toEqual([
    "noPlace",
    "The organization has 4 calls under way; its limit is 4",
  ]);
  expect(fullOf(room("campaign"), full("organization in media processes"))).toEqual([
    "noVoiceShare",
    expect.stringContaining("The platform speaks in 4 calls of the organization"),
  ]);
  expect(fullOf(room("organization in media processes"), full("media processes"))).toEqual([
    "noVoicePlace",
    expect.stringContaining("The media processes have 4 calls"),
  ]);
  expect(fullOf(full("media processes", 0))).toEqual([
    "noMediaProcess",
    "No media process runs, which would speak and hear in the call",
  ]);
  expect(fullOf({ whose: "carrier account", live: 5, limit: 4, keptForCallers: 1 })[0]).toBe("noPlace");
});
