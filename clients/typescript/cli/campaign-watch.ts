import type { Command } from "commander";
import { CommandError, EXIT } from "./command-error.ts";
import type { SharedOptions } from "./operation-command.ts";
import { openClient } from "./profiles.ts";
import { createProgress, survivingInterrupt } from "./progress-bar.ts";
import type { Terminal } from "./terminal.ts";

/** Adds `campaigns watch`, which ends with the campaign. */
export const addCampaignWatch = (campaigns: Command, terminal: Terminal): void => {
  campaigns
    .command("watch")
    .argument("<campaign-id>")
    .description("Follow a campaign to its end; Ctrl-C ends only the watching")
    .action(async (id: string, _, command: Command) => watch(id, { ...command.optsWithGlobals(), terminal }));
};

const watch = async (id: string, { json, profile, terminal }: SharedOptions & { terminal: Terminal }) => {
  const client = openClient(terminal, profile);
  const progress = createProgress(terminal, json === true || !terminal.isTty);
  let last = "draft";
  try {
    await survivingInterrupt(
      async (signal) => {
        for await (const state of client.campaigns.progressStream({ campaign_id: Number(id) }, { signal })) {
          last = state.state;
          const { finished: done, total, answered, in_flight } = state;
          progress.show({ done, total, text: `${last}, ${in_flight} calls, ${answered} answered`, state });
        }
      },
      { terminal, comeBack: () => `The campaign goes on. Come back with: ringdown campaigns watch ${id}` },
    );
  } finally {
    progress.end();
  }
  if (last === "failed")
    throw new CommandError(`Campaign ${id} failed: see \`ringdown campaigns get ${id}\``, EXIT.failed);
};
