import { describe, expect, it } from "@jest/globals";
import type { Detection } from "../../../domain/answerer/answered-by.rules.ts";
import type { Conversation } from "../../../domain/conversation/conversation.ts";
import {
  type Connected,
  createRelayKey,
  decideHowToResume,
  type KeptTurn,
  selectUnheard,
} from "../../../domain/conversation/resumption.ts";

const NOTHING_LOST: Connected = { answeredBy: null, unheard: [], missed: false, settled: null };
const turn = (key: string, isDone = true): KeptTurn => ({ key, isDone, input: { kind: "speech", text: "hello" } });

/** Returns what is asked of the conversation, with its arguments. */
const ask = async (
  last: KeptTurn | null,
  connected: Partial<Connected> = {},
  answeredBefore: Detection | null = null,
): Promise<unknown> => {
  const asked: unknown[] = [];
  const conversation = new Proxy({} as Conversation, {
    get: (_target, name) => (input: unknown) => asked.push([name, input]),
  });
  await decideHowToResume({ last, answeredBefore }, { ...NOTHING_LOST, ...connected })(conversation);
  return asked[0];
};

describe("a conversation on a new connection", () => {
  it("begins where no turn was made, with what is known of who answered", async () => {
    expect(await ask(null, { answeredBy: "person" }, "voicemail")).toEqual([
      "begin",
      { turnKey: createRelayKey("begin"), answeredBy: "voicemail" },
    ]);
    expect(await ask(null, { answeredBy: "person" })).toMatchObject(["begin", { answeredBy: "person" }]);
  });

  it("answers what the person said last", async () => {
    const unheard = ["yes", "please"].map((text, index) => ({ id: `w${index}`, text }));
    expect(await ask(turn("relay-a"), { unheard })).toEqual([
      "hear",
      { kind: "speech", text: "yes please", turnKey: createRelayKey("w1") },
    ]);
  });

  it.each([
    ["a reply that did not come whole", "relay-a", { missed: true }, ["hear", { turnKey: "relay-a" }]],
    ["a reply that another one settled", "relay-a", { settled: "relay-b" }, ["hear", { turnKey: "relay-a" }]],
    ["words that were sent otherwise", "call-1", {}, ["hear", { turnKey: "call-1" }]],
  ])("says %s again", async (_what, key, connected, asked) => {
    expect(await ask(turn(key), connected)).toMatchObject(asked);
  });

  it("lets the person speak where the last reply came whole", async () => {
    const asked = await ask(turn("relay-a"), { settled: "relay-a" });
    expect(asked).toMatchObject(["begin", { answeredBy: null, resumes: undefined }]);
  });

  it("goes on with a turn that was under way", async () => {
    expect(await ask(turn("relay-a", false), { missed: true })).toMatchObject(["begin", { resumes: "relay-a" }]);
  });
});

it("unheard words are those after the last one that has a turn", () => {
  const said = ["a", "b", "c", "d"].map((id) => ({ id }));
  expect(selectUnheard(said, new Set([createRelayKey("a"), createRelayKey("c")]))).toEqual([{ id: "d" }]);
  expect(selectUnheard(said, new Set())).toEqual(said);
});
