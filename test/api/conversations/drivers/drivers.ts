import { browserDriver } from "./browser.driver.ts";
import type { Driver } from "./driver.ts";
import { handDriver } from "./hand-driver.ts";
import { simulatorDriver } from "./simulator.driver.ts";
import { textDriver } from "./text.driver.ts";

const IN_TURNS = {
  "an interruption": "All of a reply is handed over at once, and the carrier does not tell how much of it was heard.",
};
const SCRIPTED = { "a lost webhook": "The simulator loses every event of the call; the person's words arrive." };

/** Recorded for one driver, because all carriers are alike to their workflows. */
const CALLS = {
  "a whole conversation": "call-run-played-whole",
  "a tool call": "call-run-played-tool",
  "a transfer": "call-run-played-transfer",
  "a voicemail: hang up": "call-run-played-voicemail",
  "a lost webhook": "call-run-played-nothing-told",
};

const relay = { tellsHeard: true, absent: {} };
const turns = { tellsHeard: false, absent: {}, leftAside: IN_TURNS };

/** Stands below the table. */
export const BY_SOUND =
  "browser: audio is no driver of its own: a media process is the page then, with the frames of browser: relay. Through sound it is shown by test/media/voice-call and test/media/browser-call.";

/** Every way of holding a conversation. */
export const DRIVERS: readonly Driver[] = [
  simulatorDriver(
    { ...relay, name: "simulator: relay", leftAside: SCRIPTED, recordedAs: CALLS },
    { turnByTurn: false },
  ),
  simulatorDriver(
    { ...turns, name: "simulator: turns", leftAside: { ...IN_TURNS, ...SCRIPTED } },
    { turnByTurn: true },
  ),
  handDriver({ ...relay, name: "Twilio: relay" }, ({ carriers }) => carriers.twilio),
  handDriver({ ...relay, name: "Telnyx: relay" }, ({ carriers }) => carriers.telnyx),
  handDriver({ ...turns, name: "Twilio: Gather" }, ({ carriers: { twilio } }) => ({
    ...twilio,
    credentials: { ...twilio.credentials, turn_by_turn: true },
  })),
  handDriver({ ...turns, name: "Plivo: XML" }, ({ carriers }) => carriers.plivo),
  handDriver({ ...turns, name: "Vonage: NCCO" }, ({ carriers }) => carriers.vonage),
  handDriver(
    {
      ...relay,
      name: "SIP trunk: LiveKit",
      absent: {
        "recordings among words": "What is played over a SIP trunk is heard in test/media/sip-voice; here pass words.",
      },
    },
    ({ carriers }) => carriers.sip,
  ),
  browserDriver({
    ...relay,
    name: "browser: relay",
    recordedAs: { "a whole conversation": "web-call-played-whole", "a tool call": "web-call-played-tool" },
    absent: {
      "a transfer": "A conversation in the browser cannot be connected to a telephone; the agent is told so.",
      "a transfer to nobody": "A conversation in the browser cannot be connected to a telephone; the agent is told so.",
      "a voicemail: hang up": "Nobody but the person opens the page.",
      "a voicemail: leave a message": "Nobody but the person opens the page.",
      "one before the create-call answer": "There is no carrier to be asked for a conversation in the browser.",
    },
  }),
  textDriver({
    name: "text",
    tellsHeard: false,
    recordedAs: {
      "a whole conversation": "text-session-played-whole",
      "a tool call": "text-session-played-tool",
    },
    absent: {
      "an interruption": "A reply in text appears whole: nobody can write into it.",
      "a transfer": "A chat cannot be connected to a telephone; the agent is told so.",
      "a transfer to nobody": "A chat cannot be connected to a telephone; the agent is told so.",
      "a voicemail: hang up": "Nobody but the person reads a chat.",
      "a voicemail: leave a message": "Nobody but the person reads a chat.",
      "a hang-up in mid-sentence": "A reply in text appears whole: nobody can leave in the middle of it.",
      "one before the create-call answer": "There is no carrier to be asked for a session in text.",
    },
  }),
];
