import { expect, it } from "@jest/globals";
import { limitModel } from "../../../infra/models/limited-model.ts";
import { countingModel, requestOf } from "../../activities/counting-model.ts";

const TOKENS = { promptTokens: 10, completionTokens: 5 };

it("holds a request only when what broken-off ones came to is stored, or could not be stored", async () => {
  const told: string[] = [];
  const stored = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const held = stored.values();
  const model = limitModel(countingModel(TOKENS), {
    hold: async () => {
      told.push("held");
      const { promise } = held.next().value ?? { promise: Promise.resolve() };
      return { end: () => promise };
    },
    written: (writing) => void writing.catch(() => told.push("not stored")),
  });
  const askBriefly = async () => {
    for await (const _event of model.reply(requestOf(TOKENS))) break;
  };
  await askBriefly();
  const second = askBriefly();
  await new Promise(setImmediate);
  expect(told).toEqual(["held"]);
  stored[0]?.resolve();
  await second;
  const third = askBriefly();
  stored[1]?.reject(new Error("the database is away"));
  await third;
  expect(told).toEqual(["held", "held", "not stored", "held"]);
});
