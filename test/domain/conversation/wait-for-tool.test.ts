import { mock } from "node:test";
import { afterEach, beforeEach, expect, it } from "@jest/globals";
import type { Turn } from "../../../domain/conversation/turn.ts";
import {
  fillWhileToolWorks,
  MUSIC_PLAYS_AFTER_MS,
  WAIT_SAID_AFTER_MS,
  WAIT_SAID_EVERY_MS,
} from "../../../domain/conversation/wait-for-tool.ts";

beforeEach(() => mock.timers.enable({ apis: ["setTimeout"] }));
afterEach(() => mock.timers.reset());

interface Given {
  driver?: Turn["run"]["driver"];
  /** The agent has this music. */
  music?: string | null;
  /** The session plays none. */
  isMute?: boolean;
}

const begin = ({ driver = "relay", music = null, isMute = false }: Given = {}) => {
  const said: string[] = [];
  const played: (string | null)[] = [];
  const noted: string[] = [];
  const cut = new AbortController();
  const step = { interruptible: true };
  const turn = {
    run: { driver, organizationId: 1 },
    settings: { phrases: { one_moment: "One moment, please." }, toolMusicRecordingId: music },
    session: isMute ? {} : { playMusic: (url: string | null) => void played.push(url) },
    ports: {
      recordings: {
        find: async ({ recordingId }: { recordingId: string }) =>
          recordingId === "gone" ? null : { url: `https://a.test/${recordingId}`, transcript: "", lengthMs: 1000 },
      },
      store: {
        notePlayed: async (_: object, { recordingId }: { recordingId: string }) => void noted.push(recordingId),
      },
      logger: { warn: () => {} },
    },
    graph: { step: () => step, start: step },
    position: { nodeId: null },
    recorder: { say: async (text: string) => void said.push(text) },
    signal: cut.signal,
  } as unknown as Turn;
  return { said, played, noted, cut: () => cut.abort(), end: fillWhileToolWorks(turn) };
};

it("asks to wait after some seconds, and again while the tool still works", async () => {
  const { said, end } = begin();
  mock.timers.tick(WAIT_SAID_AFTER_MS - 1);
  expect(said).toEqual([]);
  for (const ms of [1, WAIT_SAID_EVERY_MS, WAIT_SAID_EVERY_MS]) mock.timers.tick(ms);
  expect(said).toEqual(Array.from({ length: 3 }, () => "One moment, please."));
  await end();
  mock.timers.tick(10 * WAIT_SAID_EVERY_MS);
  expect(said).toHaveLength(3);
});

it("says nothing for a tool that is quick, in a chat, and once the person has spoken on", async () => {
  const quick = begin();
  await quick.end();
  const chat = begin({ driver: "text" });
  const spokenOver = begin();
  spokenOver.cut();
  mock.timers.tick(3 * WAIT_SAID_EVERY_MS);
  expect([quick.said, chat.said, spokenOver.said]).toEqual([[], [], []]);
});

/** Lets what has begun go on. */
const settle = () => new Promise((resolve) => setImmediate(resolve));

it("plays the agent's music after a second until the tool has answered, and says nothing", async () => {
  const { said, played, noted, end } = begin({ music: "waltz" });
  mock.timers.tick(MUSIC_PLAYS_AFTER_MS - 1);
  await settle();
  expect(played).toEqual([]);
  mock.timers.tick(1);
  await settle();
  mock.timers.tick(3 * WAIT_SAID_EVERY_MS);
  expect([played, noted]).toEqual([["https://a.test/waltz"], []]);
  await end();
  expect([played, noted, said]).toEqual([["https://a.test/waltz", null], ["waltz"], []]);
});

it("plays nothing for a tool that is quick, and once the person has spoken on", async () => {
  const quick = begin({ music: "waltz" });
  mock.timers.tick(MUSIC_PLAYS_AFTER_MS - 1);
  await quick.end();
  const spokenOver = begin({ music: "waltz" });
  spokenOver.cut();
  mock.timers.tick(3 * WAIT_SAID_EVERY_MS);
  await spokenOver.end();
  expect([quick.played, quick.noted, spokenOver.played, spokenOver.noted]).toEqual([[], [], [], []]);
});

it("asks to wait where the music was deleted, and where nobody can play it", async () => {
  const gone = begin({ music: "gone" });
  const mute = begin({ music: "waltz", isMute: true });
  mock.timers.tick(MUSIC_PLAYS_AFTER_MS);
  await settle();
  mock.timers.tick(WAIT_SAID_AFTER_MS);
  await Promise.all([gone.end(), mute.end()]);
  expect([gone.said, mute.said, gone.played]).toEqual([["One moment, please."], ["One moment, please."], []]);
});
