import { randomUUID } from "node:crypto";
import {
  createTextSessionOperation,
  endTextSessionOperation,
  sendMessageOperation,
} from "../../../../api/conversations/text/text-sessions.operations.ts";
import { openTalkingOrganization } from "../talking-organization.ts";
import type { Driver } from "./driver.ts";
import type { Manners, TalkLine } from "./scene.ts";

/** Somebody who writes, over REST. */
export const textDriver = (description: Omit<Driver, "play">): Driver => ({
  ...description,
  play: async (platform, { agent, person, manners }) => {
    const { agentId, operator } = await openTalkingOrganization(platform, agent);
    const client = platform.api.client(operator);
    const { body: created } = await client.call(createTextSessionOperation, {
      params: { workflow_id: agentId },
      body: { initial_context: { name: "Ada", company: "Example" } },
    });
    const params = { workflow_id: agentId, run_id: created.workflow_run_id };
    const send = (text: string) => {
      const key = { idempotencyKey: randomUUID() };
      const once = () => client.call(sendMessageOperation, { params, body: { text } }, key);
      return sendWith(manners, once);
    };
    let session: typeof created = created;
    for (const line of person) {
      if (!session.is_completed && !("waits_seconds" in line)) session = (await send(wordsOf(line))).body;
    }
    const isEnded = session.is_completed;
    if (!isEnded) session = (await client.call(endTextSessionOperation, { params, body: {} })).body;
    const heard = session.session_data.turns.flatMap(({ user_message, assistant_message }) => [
      ...(user_message ? [`person said: ${user_message.text}`] : []),
      ...(assistant_message ? [`agent said: ${assistant_message.text}`] : []),
    ]);
    return { runId: params.run_id, heard: [...heard, isEnded ? "agent hung_up" : "person hung_up"] };
  },
});

const wordsOf = (line: TalkLine): string => {
  if (!("says" in line)) throw new Error(`nobody can do this in text: ${JSON.stringify(line)}`);
  return line.says;
};

/** An impatient client sends it twice at once, and one that lost the answer sends it again. */
const sendWith = async <T>({ repeats, loses }: Manners, once: () => Promise<T>): Promise<T> => {
  if (loses) await once();
  if (!repeats) return once();
  const [first] = await Promise.all([once(), once()]);
  return first;
};
