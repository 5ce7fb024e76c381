import { expect, it } from "@jest/globals";
import { toolDefinition } from "../../domain/tool/tool-definition.ts";
import { loadConsoleModule } from "./console-module.ts";

type Config = Record<string, unknown>;
const { readWhoTakesOver, chooseWhoTakesOver, beCold } = await loadConsoleModule<{
  readWhoTakesOver(config: Config): string | null;
  chooseWhoTakesOver(choice: string): Config;
  beCold(config: Config): Config;
}>("tools/who-takes-over.ts");

const isSound = (config: Config): boolean =>
  toolDefinition.safeParse({ schema_version: 1, type: "transfer_call", config }).success;

const WARM = {
  mode: "warm",
  destination: "+14155550100",
  further_destinations: ["+14155550101"],
  hold: { text: "Please wait." },
  briefing_language: "de",
};

it("every choice of who takes a person over is a definition that is accepted, and is shown as it was chosen", () => {
  let config: Config = WARM;
  for (const choice of ["channel 7", "agent 3", "channel 8"]) {
    config = { ...config, ...chooseWhoTakesOver(choice) };
    expect([choice, isSound(config)]).toEqual([choice, true]);
    expect(readWhoTakesOver(config)).toBe(choice);
  }
  config = { ...config, ...chooseWhoTakesOver("number"), destination: "+14155550100" };
  expect([isSound(config), readWhoTakesOver(config)]).toEqual([true, "number"]);
  expect(readWhoTakesOver({ destination_source: "dynamic" })).toBeNull();
});

it("a transfer that becomes cold loses what only a warm one has, and keeps its number", () => {
  expect(isSound({ ...WARM, mode: "cold" })).toBe(false);
  expect(isSound({ ...WARM, ...beCold(WARM) })).toBe(true);
  const toAgent = { ...WARM, ...chooseWhoTakesOver("agent 3") };
  expect({ ...toAgent, ...beCold(toAgent) }).toMatchObject({
    mode: "cold",
    destination_source: "static",
    workflow_id: null,
  });
});
