import type { Driver } from "./driver.ts";
import { handDriver } from "./hand-driver.ts";
import { simulatorDriver } from "./simulator.driver.ts";
import { textDriver } from "./text.driver.ts";

const IN_TURNS = "All of a reply is handed over at once, and the carrier does not tell how much of it was heard.";

/** Every way of holding a conversation. */
export const DRIVERS: readonly Driver[] = [
  simulatorDriver({ name: "simulator: relay", tellsHeard: true, absent: {} }, { turnByTurn: false }),
  simulatorDriver({ name: "simulator: turns", tellsHeard: IN_TURNS, absent: {} }, { turnByTurn: true }),
  handDriver({ name: "Twilio: relay", tellsHeard: true, absent: {} }, ({ carriers }) => carriers.twilio),
  handDriver({ name: "Telnyx: relay", tellsHeard: true, absent: {} }, ({ carriers }) => carriers.telnyx),
  handDriver({ name: "Twilio: Gather", tellsHeard: IN_TURNS, absent: {} }, ({ carriers: { twilio } }) => ({
    ...twilio,
    credentials: { ...twilio.credentials, turn_by_turn: true },
  })),
  handDriver({ name: "Plivo: XML", tellsHeard: IN_TURNS, absent: {} }, ({ carriers }) => carriers.plivo),
  handDriver({ name: "Vonage: NCCO", tellsHeard: IN_TURNS, absent: {} }, ({ carriers }) => carriers.vonage),
  textDriver({
    name: "text",
    tellsHeard: "A reply in text appears whole.",
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
