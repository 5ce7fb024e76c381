import { expect } from "@jest/globals";
import { receptionDefinition } from "../../../application/conversation/rig.ts";
import { transferTool } from "../../../factories/transfer-tool.ts";
import type { AgentSettings } from "../talking-organization.ts";
import type { Evidence } from "./evidence.ts";
import type { Scene } from "./scene.ts";

export interface Situation extends Scene {
  name: string;
  judge(evidence: Evidence): void;
}

const GREETING = "Hello Ada, this is Mira.";
const HOURS = "We are open on weekdays from nine in the morning until six in the evening.";
const MESSAGE = "Please call us back.";
const BOOKING = { says: "I want to book an appointment", partials: false };
const FINISHED = { says: "Monday, and that is finished", partials: false };
const ASKS_HOURS = { says: "What are your hours?", partials: false };
const ASKS_COLLEAGUE = { says: "Give me a colleague", partials: false };

/** Stays on the line until the agent has spoken and done what it is about to do, however busy the machine is. */
const STAYS = { waits_seconds: 9_000 };

const WELCOME = "Welcome to Example. Anna speaks.";

/** Greets and leads on with recordings. */
const recordedReception = (() => {
  const { nodes, edges } = receptionDefinition({
    start: { greeting: "", greeting_type: "audio", greeting_recording_id: "welcome" },
  });
  const recorded = { transition_speech_type: "audio", transition_speech_recording_id: "moment" };
  return {
    nodes,
    edges: edges.map((edge) => (edge.id === "e1" ? { ...edge, data: { ...edge.data, ...recorded } } : edge)),
  };
})();

const TRANSFERRING: AgentSettings = {
  tools: { colleague: transferTool },
  script: [
    { when: "colleague", call: { name: "colleague" } },
    { when: "nobody", say: "They are away, I am sorry." },
  ],
};

const leavingMessages = (action: string): AgentSettings => ({
  configurations: { voicemail_detection: { enabled: true, action, message: MESSAGE } },
});

const personsWords = ({ words }: Evidence): string[] => words.filter((line) => line.startsWith("person: "));

const expectWhole = (evidence: Evidence): void => {
  const { run, words, heard, endReason, timesEnded } = evidence;
  expect(run).toMatchObject({ state: "completed", outcome: "answered", holds_conversation: true });
  expect(words[0]).toBe(`agent: ${GREETING}`);
  expect(personsWords(evidence)).toEqual([`person: ${BOOKING.says}`, `person: ${FINISHED.says}`]);
  expect(heard.join("\n")).toContain("One second, Ada.");
  expect(heard.join("\n")).toContain("Thank you for calling.");
  expect(heard.at(-1)).toBe("agent hung_up");
  expect({ endReason, timesEnded }).toEqual({ endReason: "agent_hangup", timesEnded: 1 });
};

export const LOST: Situation = {
  name: "a lost webhook",
  agent: {},
  person: [BOOKING],
  manners: { loses: true },
  judge: (evidence) => {
    const { run, words, events, endReason, timesEnded } = evidence;
    expect(run).toMatchObject({ state: "completed", outcome: "answered" });
    expect(words[0]).toBe(`agent: ${GREETING}`);
    expect(personsWords(evidence)).toEqual([`person: ${BOOKING.says}`]);
    expect(words.join("\n")).toContain("Which day suits you?");
    // A person who is told nothing asks.
    if (run.provider !== null) expect(events.filter((id) => id.startsWith("fetch:"))).not.toEqual([]);
    expect(endReason).toBe(run.mode === "textchat" ? "ended_by_request" : "user_hangup");
    expect(timesEnded).toBe(1);
  },
};

const SLOW = { says: "slow please", partials: false };

export const KILLED: Situation = {
  name: "kill -9 of the API process",
  // The process is killed long before: a busy machine may take half a minute until the last agent is asked.
  agent: { script: [{ when: "slow", say: "First I look. Then I tell you.", delay_ms: 60_000 }] },
  person: [BOOKING, SLOW, FINISHED, STAYS],
  manners: {},
  judge: (evidence) => {
    const { run, words, heard, timesEnded } = evidence;
    expect(run).toMatchObject({ state: "completed", outcome: "answered" });
    expect(words[0]).toBe(`agent: ${GREETING}`);
    expect(personsWords(evidence)).toEqual([BOOKING, SLOW, FINISHED].map(({ says }) => `person: ${says}`));
    expect(words.slice(words.indexOf(`person: ${SLOW.says}`) + 1)).toEqual(
      expect.arrayContaining(["agent: First I look.", "agent: Then I tell you."]),
    );
    expect(heard.join("\n")).toContain("Then I tell you.");
    expect(heard.join("\n")).toContain("Thank you for calling.");
    expect(timesEnded).toBe(1);
  },
};

export const SITUATIONS: readonly Situation[] = [
  {
    name: "a whole conversation",
    agent: {},
    person: [BOOKING, FINISHED, STAYS],
    manners: {},
    judge: expectWhole,
  },
  {
    name: "an interruption",
    agent: {
      script: [
        { when: "hours", say: HOURS },
        { when: "saturday", say: "Saturdays we are closed." },
      ],
    },
    person: [ASKS_HOURS, { interrupts_after_words: 4, says: "And on saturday?" }],
    manners: {},
    judge: ({ driver, words, endReason }) => {
      const reply = driver.tellsHeard ? "We are open on" : HOURS;
      expect(words.slice(1)).toEqual([
        "person: What are your hours?",
        `agent: ${reply}`,
        "person: And on saturday?",
        "agent: Saturdays we are closed.",
      ]);
      expect(endReason).toBe("user_hangup");
    },
  },
  {
    name: "recordings among words",
    agent: {
      recordings: { welcome: WELCOME, moment: "Just a moment." },
      definition: recordedReception,
    },
    person: [BOOKING, FINISHED, STAYS],
    manners: {},
    judge: ({ run, words, heard, endReason }) => {
      const went = heard.join("\n");
      expect(words[0]).toBe(`agent: ${WELCOME}`);
      expect(words).toContain("agent: Just a moment.");
      if (run.mode === "textchat") expect(went).toContain(WELCOME);
      else {
        for (const played of ["recordings/welcome.wav?", "recordings/moment.wav?"]) {
          expect(went.split(played)).toHaveLength(2);
        }
        expect(went).not.toContain(WELCOME);
      }
      expect(went).toContain("Thank you for calling.");
      expect(endReason).toBe("agent_hangup");
    },
  },
  {
    name: "a tool call",
    agent: {
      tools: { calculator: { schema_version: 1, type: "calculator" } },
      script: [{ when: "percent", call: { name: "calculator", arguments: { expression: "120 * 0.19" } } }],
    },
    person: [{ says: "How much is 19 percent of 120?", partials: false }],
    manners: {},
    judge: ({ heard, toolCalls, activities, history }) => {
      expect(heard.join("\n")).toContain("22.8");
      // A worker that has no time to report tries again: of two attempts the later one counts.
      expect(toolCalls).toEqual([{ uuid: expect.any(String), state: "done", attempts: expect.any(Number) }]);
      expect(activities.filter((name) => name === "runTool")).toHaveLength(1);
      expect(history).toContain(toolCalls[0]?.uuid);
      expect(history).not.toMatch(/percent|0\.19|22\.8|\+1415555/);
    },
  },
  {
    name: "a transfer",
    agent: TRANSFERRING,
    person: [ASKS_COLLEAGUE, STAYS],
    manners: { transfer: "answered" },
    judge: ({ run, heard, endReason }) => {
      expect(heard.filter((line) => line === "agent transferred: +14155550199")).toHaveLength(1);
      expect(run).toMatchObject({ state: "completed", outcome: "answered" });
      expect(endReason).toBe("call_transferred");
    },
  },
  {
    name: "a transfer to nobody",
    agent: TRANSFERRING,
    // Speaks only once the result is reported, however long a busy machine rings at the colleague's.
    person: [ASKS_COLLEAGUE, { says: "Thank you", partials: false, after: "They are away" }],
    manners: { transfer: "busy" },
    judge: (evidence) => {
      const { heard, endReason } = evidence;
      const after = heard.slice(heard.indexOf("agent transferred: +14155550199") + 1);
      expect(after[0]).toBe("agent said: They are away, I am sorry.");
      expect(after).toContain("person said: Thank you");
      expect(endReason).toBe("user_hangup");
    },
  },
  {
    name: "a voicemail: hang up",
    agent: leavingMessages("hang_up"),
    person: [],
    manners: { machine: true },
    judge: ({ run, heard, endReason }) => {
      expect(run).toMatchObject({ state: "completed", outcome: "voicemail", answered_by: "voicemail" });
      expect(heard.at(-1)).toBe("agent hung_up");
      expect(heard.join("\n")).not.toContain(MESSAGE);
      expect(endReason).toBe("voicemail_detected");
    },
  },
  {
    name: "a voicemail: leave a message",
    agent: leavingMessages("leave_message"),
    person: [],
    manners: { machine: true },
    judge: ({ run, heard, words, endReason }) => {
      expect(run).toMatchObject({ state: "completed", outcome: "voicemail", answered_by: "voicemail" });
      // A machine that speaks meanwhile may part it.
      const spoken = heard.flatMap((line) => /^agent (?:said|cut_off): (.*)$/.exec(line)?.[1] ?? []).join(" ");
      expect(spoken.split(MESSAGE)).toHaveLength(2);
      expect(words.at(-1)).toBe(`agent: ${MESSAGE}`);
      expect(endReason).toBe("voicemail_left");
    },
  },
  {
    name: "a hang-up in mid-sentence",
    agent: { script: [{ when: "hours", say: HOURS }] },
    person: [ASKS_HOURS, { hangs_up_after_words: 4 }],
    manners: {},
    judge: ({ run, heard, endReason, timesEnded }) => {
      expect(run).toMatchObject({ state: "completed", outcome: "answered" });
      expect(heard.at(-1)).toBe("person hung_up");
      expect({ endReason, timesEnded }).toEqual({ endReason: "user_hangup", timesEnded: 1 });
    },
  },
  {
    name: "a duplicated webhook",
    agent: {},
    person: [BOOKING, FINISHED, STAYS],
    manners: { repeats: true },
    judge: expectWhole,
  },
  {
    name: "one before the create-call answer",
    agent: {},
    person: [BOOKING, FINISHED, STAYS],
    manners: { early: true },
    judge: expectWhole,
  },
  LOST,
  KILLED,
];
