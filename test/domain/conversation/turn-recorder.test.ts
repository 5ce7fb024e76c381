import { expect, it } from "@jest/globals";
import type { ConversationStore, TurnClaim } from "../../../domain/conversation/conversation.ports.ts";
import { toChatMessages } from "../../../domain/conversation/entries.ts";
import { createTurnRecorder } from "../../../domain/conversation/turn-recorder.ts";
import type { TurnSession } from "../../../domain/conversation/turn-session.ts";

const createRecorder = () => {
  const written: string[] = [];
  const store = {
    append: async (_: unknown, entries: readonly { speaker: string }[]) =>
      void written.push(...entries.map(({ speaker }) => speaker)),
  } as unknown as ConversationStore;
  const claim = { entries: [{ speaker: "person", text: "How much is it?" }] } as unknown as TurnClaim;
  const session = { say: async () => {} } as unknown as TurnSession;
  return { written, recorder: createTurnRecorder(store, { claim, session, signal: new AbortController().signal }) };
};

it("a sentence said while a tool works stands before the tool's answer, which is the last that the model reads", async () => {
  const { recorder, written } = createRecorder();
  const call = { id: "c1", name: "calculate", arguments: "{}", result: null as string | null };
  const saying = { interruptible: true, nodeId: null };
  recorder.noteTool(call, { toolCallId: "t1", nodeId: null });
  await recorder.say("One moment, please.", saying);
  await recorder.say("One moment more.", saying);
  call.result = '{"result":22.8}';
  const roles = () => toChatMessages(recorder.entries).map(({ role }) => role);
  expect(roles()).toEqual(["person", "agent", "function"]);
  await recorder.say("It is 22.8.", saying);
  expect(roles()).toEqual(["person", "agent", "function", "agent"]);
  await recorder.written();
  expect(written).toEqual(["tool", "agent", "agent", "agent"]);
});
