import { createHmac, randomBytes } from "node:crypto";
import type { Command } from "commander";
import type { TimelineEvent } from "../src/index.ts";
import type { SharedOptions } from "./operation-command.ts";
import { openClient } from "./profiles.ts";
import type { Terminal } from "./terminal.ts";

interface ListenOptions extends SharedOptions {
  forward?: string;
  secret?: string;
  kinds?: string;
}

/** Adds `listen`: the timeline's events as lines, and as signed webhooks to an address of this machine. */
export const addListen = (program: Command, terminal: Terminal): void => {
  program
    .command("listen")
    .description("Print the events of the timeline as they come, until Ctrl-C")
    .option("--forward <url>", "send each event there too, signed as a webhook is")
    .option("--secret <whsec>", "sign with it; by default with a new one, which is shown")
    .option("--kinds <kinds>", "only these, separated by commas")
    .action(async (_, command: Command) => listen({ ...command.optsWithGlobals(), terminal }));
};

const listen = async ({ profile, json, kinds, forward, ...options }: ListenOptions & { terminal: Terminal }) => {
  const { terminal } = options;
  const secret = options.secret ?? `whsec_${randomBytes(32).toString("base64")}`;
  if (forward && !options.secret) terminal.err(`Signed with ${secret}\n`);
  const stream = openClient(terminal, profile).channels.timelineStream(kinds ? { kinds: kinds.split(",") } : {});
  for await (const event of stream) {
    const { at, kind, summary } = event;
    terminal.out(json || !terminal.isTty ? `${JSON.stringify(event)}\n` : `${at}  ${kind.padEnd(14)}  ${summary}\n`);
    if (forward) await send(event, { forward, secret, terminal });
  }
};

/** The body and the headers are those of the platform's own webhooks (docs/integrators/webhooks.md). */
const send = async (
  event: TimelineEvent,
  { forward, secret, terminal }: { forward: string; secret: string; terminal: Terminal },
): Promise<void> => {
  const body = JSON.stringify({ type: event.kind, timestamp: event.at, data: event });
  const id = `listen-${event.id}`;
  const timestamp = String(Math.floor(Date.now() / 1000));
  const key = Buffer.from(secret.replace(/^whsec_/, ""), "base64");
  const signature = createHmac("sha256", key).update(`${id}.${timestamp}.${body}`).digest("base64");
  const headers = {
    "content-type": "application/json",
    "webhook-id": id,
    "webhook-timestamp": timestamp,
    "webhook-signature": `v1,${signature}`,
  };
  try {
    const response = await fetch(forward, { method: "POST", headers, body });
    if (!response.ok) terminal.err(`${forward} answered ${response.status} to event ${event.id}\n`);
  } catch {
    terminal.err(`${forward} did not take event ${event.id}: is your program running?\n`);
  }
};
