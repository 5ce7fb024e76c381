import { once } from "node:events";
import { Agent, get } from "node:http";
import type { Socket } from "node:net";
import { expect, it } from "@jest/globals";
import { KEPT_CONNECTIONS } from "../../infra/kept-connections.ts";
import { respond, startHttpReceiver } from "../harness/http-receiver.ts";

it.each([
  { other: "says when it closes it", header: "timeout=5", closedAfterMs: 4000 },
  { other: "says that it keeps it for longer", header: "timeout=600", closedAfterMs: 30_000 },
])("an idle connection is closed before the other side does, which $other", async ({ header, closedAfterMs }) => {
  const receiver = await startHttpReceiver();
  receiver.answer = (_request, response) => {
    response.setHeader("keep-alive", header);
    respond(response, 200, {});
  };
  const agent = new Agent(KEPT_CONNECTIONS);
  try {
    const kept = once(agent, "free") as Promise<[Socket]>;
    get(receiver.url, { agent }, (response) => response.resume());
    const [socket] = await kept;
    expect(socket.timeout).toBe(closedAfterMs);
  } finally {
    agent.destroy();
    await receiver.close();
  }
});
