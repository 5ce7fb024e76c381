import type { openConversation } from "../../../../domain/conversation/open-conversation.ts";

type Conversation = Awaited<ReturnType<typeof openConversation>>;

/** A call as it happens. */
export interface Scene {
  name: string;
  /** A model that fails, or one that answers only once the agent has asked for patience; left out: one that answers. */
  model?: "failing" | "slow";
  play(conversation: Conversation): Promise<unknown>;
}

const hear = (conversation: Conversation, turnKey: string, text: string) =>
  conversation.hear({ turnKey, kind: "speech", text });
const begin = { turnKey: "begin", answeredBy: "person" } as const;

/** Calls that end after a few turns. */
export const SHORT_SCENES: readonly Scene[] = [
  {
    name: "talk",
    play: async (conversation) => {
      await conversation.begin(begin);
      await hear(conversation, "1", "Look it up for me, my size is 42 and my colour is red");
      await hear(conversation, "2", "Book appointment");
      await hear(conversation, "3", "Look it up again");
      await hear(conversation, "4", "Finished");
    },
  },
  { name: "voicemail", play: (conversation) => conversation.begin({ turnKey: "begin", answeredBy: "voicemail" }) },
  {
    name: "screening",
    play: async (conversation) => {
      await conversation.begin(begin);
      await hear(
        conversation,
        "1",
        "If you record your name and reason for calling, I'll see if this person is available.",
      );
    },
  },
  {
    name: "silence",
    play: async (conversation) => {
      await conversation.begin(begin);
      await conversation.hear({ turnKey: "1", kind: "silence" });
      await conversation.hear({ turnKey: "2", kind: "silence" });
    },
  },
  {
    name: "failure",
    model: "failing",
    play: async (conversation) => {
      await conversation.begin(begin);
      await hear(conversation, "1", "Hello?");
      await hear(conversation, "2", "Hello?");
    },
  },
  {
    name: "too long",
    play: async (conversation) => {
      await conversation.begin(begin);
      await conversation.timeIsUp({ turnKey: "1" });
    },
  },
];

const SLOW_MODEL: Scene = {
  name: "slow model",
  model: "slow",
  play: async (conversation) => {
    await conversation.begin(begin);
    await hear(conversation, "1", "Hello?");
  },
};

/** Together with the answers, these are more words than a shortened conversation keeps of earlier steps. */
const MANY_TURNS = 24;
const MANY_WORDS: Scene = {
  name: "many words",
  play: async (conversation) => {
    await conversation.begin(begin);
    for (let turn = 1; turn <= MANY_TURNS; turn += 1) await hear(conversation, `${turn}`, `Word ${turn}`);
    await hear(conversation, "step", "Book appointment");
    await hear(conversation, "last", "Look it up");
  },
};

const NUMBERS: Scene = {
  name: "numbers",
  play: async (conversation) => {
    await conversation.begin(begin);
    await hear(conversation, "1", "My card is 4242 4242 4242 4242, and my address is ada@example.net");
    await hear(conversation, "2", "Finished");
  },
};

export const ALL_SCENES: readonly Scene[] = [...SHORT_SCENES, SLOW_MODEL, MANY_WORDS, NUMBERS];

const SCENE_OF_SETTING: Readonly<Record<string, string>> = {
  "phrases.still_there": "silence",
  "phrases.goodbye": "silence",
  "phrases.one_moment": "slow model",
  "phrases.say_again": "failure",
  "phrases.cannot_go_on": "failure",
  "phrases.time_is_up": "too long",
  "voicemail_detection.enabled": "voicemail",
  "voicemail_detection.action": "voicemail",
  "voicemail_detection.message": "voicemail",
  call_reason: "screening",
  context_compaction_enabled: "many words",
  "redaction.kinds": "numbers",
  "redaction.in": "numbers",
};

/** Returns the one call in which a setting is seen; a talk shows most of them. */
export const scenesOf = (setting: string): readonly Scene[] =>
  ALL_SCENES.filter(({ name }) => name === (SCENE_OF_SETTING[setting] ?? "talk"));
