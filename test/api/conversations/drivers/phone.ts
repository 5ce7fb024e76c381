import type { CallInstructions, NextStep, TurnEvent } from "../../../../domain/call/call-instructions.ts";
import type { HandCall } from "./hand-carrier.ts";
import { openRelayEar, type RelayEar } from "./relay-ear.ts";
import type { Manners, TalkLine } from "./scene.ts";

/** Creates a telephone whose person follows lines, in a call of a carrier that is played by hand. */
export const createPhone = (call: HandCall, manners: Manners) => {
  const heard: string[] = [];
  /** The agent's sentences that the person has not answered yet. */
  let unanswered: string[] = [];
  let step: NextStep | null = null;
  let ear: RelayEar | null = null;
  let isOver = false;

  const note = (line: string) => void heard.push(line);
  const noteAgent = () => {
    for (const words of unanswered) note(`agent said: ${words}`);
    unanswered = [];
  };
  const ask = async (event: TurnEvent) => obey(await call.ask(event, step));

  /** Does what the platform says until the person has the word, or the call is over. */
  const obey = async ({ say, next }: CallInstructions): Promise<void> => {
    unanswered.push(...say.map((each) => (typeof each === "string" ? each : `(${each.play})`)));
    step = next;
    switch (next.kind) {
      case "listen":
        // The rest of a turn that took longer than carriers wait.
        return next.turnUrl.includes("&part=") ? ask({ kind: "silence" }) : undefined;
      case "relay":
        ear = openRelayEar(next.webSocketUrl, call.handshake(next.webSocketUrl), { answeredBy: null });
        return listen(ear);
      case "transfer":
        noteAgent();
        note(`agent transferred: ${next.to}`);
        return ask({ kind: "transfer_ended", outcome: manners.transfer ?? "answered" });
      case "hold":
      case "join":
        throw new Error("a warm transfer needs a second telephone");
      case "hang_up":
      case "reject":
        noteAgent();
        note("agent hung_up");
        return finish();
    }
  };
  /** When a relay has ended on either side, its carrier asks for the next instructions. */
  const listen = async (relay: RelayEar): Promise<void> => {
    const { words, then } = await relay.hear().catch((cause: unknown) => {
      const lines = [...heard, ...unanswered.map((said) => `agent said, unanswered: ${said}`)];
      throw new Error(`the person on the telephone hears nothing any more, after: ${JSON.stringify(lines)}`, { cause });
    });
    unanswered.push(...words);
    if (then === "listen") return;
    ear = null;
    await ask({ kind: "relay_ended" });
  };
  const finish = async () => {
    isOver = true;
    await call.end({ told: !manners.loses });
  };

  /** Listens until the agent has said something that the pattern matches, or no relay is left to listen to. */
  const hearOut = async (pattern: string | undefined): Promise<void> => {
    if (pattern === undefined) return;
    while (ear && !new RegExp(pattern).test(unanswered.join(" "))) await listen(ear);
  };
  const say = async (text: string): Promise<void> => {
    // The process behind the relay may have been killed since the agent's last words: its carrier asks for another relay first.
    while (ear && !ear.isOpen()) await listen(ear);
    note(`person said: ${text}`);
    if (!ear) return ask({ kind: "speech", text, confidence: 0.92 });
    const [first = text] = text.split(" ");
    ear.send({ type: "prompt", voicePrompt: first, last: false });
    ear.send({ type: "prompt", voicePrompt: text, last: true });
    return listen(ear);
  };
  const hearOnly = (count: number): string => {
    const part = unanswered.join(" ").split(/\s+/).slice(0, count).join(" ");
    note(`agent cut_off: ${part}`);
    unanswered = [];
    return part;
  };
  const interrupt = (count: number, text: string) => {
    const utteranceUntilInterrupt = hearOnly(count);
    ear?.send({ type: "interrupt", utteranceUntilInterrupt, durationUntilInterruptMs: count * 400 });
    return say(text);
  };
  const hangUp = () => {
    ear?.drop();
    note("person hung_up");
    return finish();
  };
  /** Drops what was on its way: words of the person, or the connection. */
  const lose = (): Promise<void> => {
    if (!ear) return ask({ kind: "silence" });
    ear.drop();
    return listen(ear);
  };

  const follow = async (line: TalkLine): Promise<void> => {
    if ("interrupts_after_words" in line) return interrupt(line.interrupts_after_words, line.says);
    if ("hangs_up_after_words" in line) {
      hearOnly(line.hangs_up_after_words);
      return hangUp();
    }
    if ("says" in line) await hearOut(line.after);
    noteAgent();
    if ("says" in line) return say(line.says);
    // Between turns there is nothing to wait for: what the agent does has been asked for.
    if ("waits_seconds" in line) return ear ? listen(ear) : undefined;
    throw new Error(`nobody has learnt to do this: ${JSON.stringify(line)}`);
  };
  return {
    heard,
    pickUp: async () => {
      if (!manners.loses) await call.tellProgress();
      await ask({ kind: "begin", answeredBy: null });
      if (manners.machine) await call.tellMachine();
      if (manners.loses) await lose();
    },
    follow,
    /** Does it line by line; a person who has nothing more to say hangs up, a machine waits. */
    talk: async (lines: readonly TalkLine[]): Promise<void> => {
      for (const line of lines) if (!isOver) await follow(line);
      while (manners.machine && !isOver) await (ear ? listen(ear) : ask({ kind: "silence" }));
      if (isOver) return;
      noteAgent();
      await hangUp();
    },
  };
};
