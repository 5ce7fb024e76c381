import { examineFirstStart } from "./examine-start.ts";
import { runStackCommand } from "./run-stack-command.ts";
import { isWorthShowing } from "./shown-lines.ts";
import { type RunningStack, startStack } from "./stack.ts";
import { chooseTalkLanguage } from "./talk-agent.ts";
import { openTalkPage, teachTalkAgent } from "./talk-page.ts";
import { watchSources } from "./watch-sources.ts";

const say = (sentence: string) => void process.stderr.write(`${sentence}\n`);

const main = async (): Promise<void> => {
  const leaving = leaveOnSignal();
  say("Starting Ringdown …");
  const runsSources = process.argv.includes("--watch");
  const showsAll = runsSources || Boolean(process.env["LOG_LEVEL"]);
  const onLogLine = (line: string) => void ((showsAll || isWorthShowing(line)) && process.stdout.write(`${line}\n`));
  // On a machine of one's own the agent speaks and hears without any provider, unless it was switched off.
  const environment = { ...process.env, LOCAL_SPEECH: process.env["LOCAL_SPEECH"] || "true" };
  const stack = await startStack({ environment, onLogLine, runsSources, onEvent: say, signal: leaving });
  const talkPage = await talkPageOf(stack);
  say(welcome(stack, talkPage));
  // The agent says that it still reads where it is asked before; a start that is stopped here goes on at the next one.
  if (talkPage) teachTalkAgent({ apiUrl: stack.addresses.api, dataDir: stack.dataDir }).catch(() => {});
  void examineFirstStart(stack, say);
  if (runsSources) restartOnChange(stack, leaving);
  await new Promise<void>((resolve) => {
    if (leaving.aborted) resolve();
    leaving.addEventListener("abort", () => resolve());
  });
  await stack.stop();
  say("Stopped.");
};

/** Ends the processes whose sources changed; the supervisor starts them again with the changed sources. */
const restartOnChange = (stack: RunningStack, signal: AbortSignal): void => {
  watchSources(
    (processes, files) => {
      const running = processes.filter((name) => stack.pid(name) !== undefined);
      say(`Changed: ${files.join(", ")}. Restarting ${running.join(" and ")} …`);
      for (const name of running) stack.kill(name, "SIGTERM");
    },
    { signal },
  );
  say("Watching the sources: a change restarts the processes that run them.");
};

/** npm forwards a Ctrl-C that the terminal has sent already, so two this close together count as one. */
const SAME_KEYPRESS_MS = 1_000;

/** The first Ctrl-C or SIGTERM drains; a later one exits at once, and the system ends what still runs. */
const leaveOnSignal = (): AbortSignal => {
  const leaving = new AbortController();
  let leavingSince = 0;
  const leave = () => {
    if (leaving.signal.aborted) {
      if (performance.now() - leavingSince > SAME_KEYPRESS_MS) process.exit(1);
      return;
    }
    leavingSince = performance.now();
    say("Stopping: calls and requests in progress are finished first. Once more to leave at once.");
    leaving.abort();
  };
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, leave);
  return leaving.signal;
};

/** Returns null when there is no page, because sign-up is off or the console was not built. The rest works without it. */
const talkPageOf = async ({ addresses, dataDir }: RunningStack): Promise<string | null> => {
  if (!addresses.console) return null;
  try {
    return await openTalkPage({ apiUrl: addresses.api, dataDir, language: chooseTalkLanguage(process.env) });
  } catch {
    return null;
  }
};

const welcome = ({ addresses, dataDir }: RunningStack, talkPage: string | null): string =>
  [
    "Ringdown is running.",
    ...(addresses.console ? [`  Console        ${addresses.console}`] : []),
    ...(talkPage ? [`  Talk           ${talkPage} (with an agent, in your browser)`] : []),
    `  API            ${addresses.api}/api/v1`,
    `  API page       ${addresses.api}/docs`,
    ...(addresses.temporalUi ? [`  Temporal UI    ${addresses.temporalUi}`] : []),
    `  Data and logs  ${dataDir}`,
    "Ctrl-C stops it.",
  ].join("\n");

await runStackCommand(main, say);
