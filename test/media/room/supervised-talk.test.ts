import { expect, it } from "@jest/globals";
import { superviseTalk } from "../../../media/room/supervised-talk.ts";
import type { RoomEvents, VoiceRoom } from "../../../media/room/voice-room.ts";
import { waitUntil } from "../../harness/wait-until.ts";

const FRAME = new Int16Array(512);

const openRoom = () => {
  let events: RoomEvents | null = null;
  const room: VoiceRoom = {
    speaker: { play: async () => {}, waitingMs: () => 0, clear: () => {}, silence: async () => {} },
    listen: (given) => {
      events = given;
    },
    show: () => {},
    pressDigits: async () => {},
    leave: async () => {},
  };
  return { room, hears: (frame: Int16Array) => events?.sound(frame) };
};

const NOTHING: RoomEvents = {
  sound: async () => {},
  soundMissing: () => {},
  soundEnded: () => {},
  written: () => {},
  digit: () => {},
  personLeft: () => {},
  failed: () => {},
};

/** A talk whose supervisors a test has in its hands: the processes of the API that have their connections. */
const openTalk = (processes: string[]) => {
  const sent: string[] = [];
  const open: string[] = [];
  const failures: unknown[] = [];
  let isReadable = true;
  const { room, hears } = openRoom();
  const talk = superviseTalk(room, {
    listProcesses: async () => {
      if (isReadable) return [...processes];
      throw new Error("PostgreSQL is away");
    },
    openLine: (at) => {
      open.push(`${at}`);
      return {
        send: (side) => void sent.push(`${side} to ${at}`),
        close: () => void open.splice(open.indexOf(`${at}`), 1),
      };
    },
    onFailure: (error) => failures.push(error),
  });
  talk.room.listen(NOTHING);
  const speak = async () => {
    sent.length = 0;
    await hears(FRAME);
    await talk.room.speaker.play(FRAME);
    return sent;
  };
  return { talk, open, failures, speak, breakOff: () => (isReadable = false) };
};

it("has supervisors hear the caller, and whoever has taken them in the agent's place, while they are there", async () => {
  const processes = ["one"];
  const { talk, open, speak } = openTalk(processes);
  await waitUntil("the supervisor is connected", () => open.length === 1);
  expect(await speak()).toEqual(["person to one", "agent to one"]);
  processes.push("two");
  await waitUntil("the supervisor of another process is connected", () => open.length === 2);
  expect(await speak()).toEqual(["person to one", "person to two", "agent to one", "agent to two"]);
  processes.length = 0;
  await waitUntil("nobody listens any more", () => open.length === 0);
  expect(await speak()).toEqual([]);
  talk.close();
});

it("lets go of supervisors when the talk is over", async () => {
  const { talk, open } = openTalk(["one"]);
  await waitUntil("the supervisor is connected", () => open.length === 1);
  talk.close();
  expect(open).toEqual([]);
});

it("goes on with those who were there where it cannot be read who is", async () => {
  const { talk, open, failures, speak, breakOff } = openTalk(["one"]);
  await waitUntil("the supervisor is connected", () => open.length === 1);
  breakOff();
  await waitUntil("a look has failed", () => failures.length > 0);
  expect(await speak()).toEqual(["person to one", "agent to one"]);
  talk.close();
});
