import { createRunOperation } from "../../../../api/calls/calls.operations.ts";
import { openTalkingOrganization } from "../talking-organization.ts";
import type { Driver } from "./driver.ts";
import { openRelayEar, type RelayEar } from "./relay-ear.ts";
import type { Manners, TalkLine } from "./scene.ts";

/** Returns a page that a person talks with, as ours does: it comes back when it loses its connection. */
export const browserDriver = (description: Omit<Driver, "play">): Driver => ({
  ...description,
  play: async (platform, { agent, person, manners }) => {
    const { agentId, operator } = await openTalkingOrganization(platform, agent);
    const { body: run } = await platform.api.client(operator).call(createRunOperation, {
      params: { workflow_id: agentId },
      body: { name: "WEB-1", mode: "smallwebrtc", initial_context: { name: "Ada", company: "Example" } },
    });
    if (!run.join) throw new Error("the run says nowhere to join");
    const page = createPage(run.join.url);
    await page.join();
    if (manners.loses) await page.lose();
    await page.talk(person, manners);
    return { runId: run.id, heard: page.heard };
  },
});

const createPage = (url: string) => {
  const heard: string[] = [];
  let unanswered: string[] = [];
  let ear: RelayEar = openRelayEar(url, {}, {});
  let isOver = false;

  const noteAgent = () => {
    for (const words of unanswered) heard.push(`agent said: ${words}`);
    unanswered = [];
  };
  /** Listens until the person may speak; a page whose connection is cut joins again and hears the last turn again. */
  const listen = async (): Promise<void> => {
    const { words, then } = await ear.hear().catch((cause: unknown) => {
      throw new Error(`the page hears nothing any more, after: ${JSON.stringify([...heard, ...unanswered])}`, {
        cause,
      });
    });
    if (then === "lost") {
      unanswered = [];
      ear = openRelayEar(url, {}, {});
      return listen();
    }
    unanswered.push(...words);
    ear.send({ type: "spoken" });
    if (then !== "ended") return;
    noteAgent();
    heard.push("agent hung_up");
    isOver = true;
  };
  const say = async (text: string, { repeats }: Manners): Promise<void> => {
    heard.push(`person said: ${text}`);
    const [first = text] = text.split(" ");
    ear.send({ type: "prompt", voicePrompt: first, last: false });
    if (repeats) ear.send({ type: "spoken" });
    ear.send({ type: "prompt", voicePrompt: text, last: true });
    await listen();
  };
  const hearOnly = (count: number): string => {
    const part = unanswered.join(" ").split(/\s+/).slice(0, count).join(" ");
    heard.push(`agent cut_off: ${part}`);
    unanswered = [];
    return part;
  };
  const leave = () => {
    ear.send({ type: "leave" });
    heard.push("person hung_up");
    isOver = true;
  };
  const follow = async (line: TalkLine, manners: Manners): Promise<void> => {
    if ("interrupts_after_words" in line) {
      ear.send({ type: "interrupt", utteranceUntilInterrupt: hearOnly(line.interrupts_after_words) });
      return say(line.says, manners);
    }
    if ("hangs_up_after_words" in line) {
      hearOnly(line.hangs_up_after_words);
      return leave();
    }
    noteAgent();
    if ("says" in line) return say(line.says, manners);
    if ("waits_seconds" in line) return listen();
    throw new Error(`nobody can do this in a browser: ${JSON.stringify(line)}`);
  };
  return {
    heard,
    join: listen,
    lose: () => {
      ear.drop();
      return listen();
    },
    talk: async (lines: readonly TalkLine[], manners: Manners): Promise<void> => {
      for (const line of lines) if (!isOver) await follow(line, manners);
      if (isOver) return;
      noteAgent();
      leave();
    },
  };
};
