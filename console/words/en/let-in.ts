export const letIn = {
  pageTitle: "Let a program in",
  nobodyAsks: "No program asks to be let in",
  nobodyAsksText:
    "A program that shall work with Ringdown over MCP, such as an assistant, opens this page itself. Programs that were let in stand on the page of your account and among the API keys, and are stopped there.",
  title: (client: string, ours: string) => `Let ${client} into ${ours}?`,
  unchecked: (client: string) =>
    `It calls itself ${client}, and nobody has checked that. Go on only if you have just started it.`,
  goesHere: (address: string) => `The access goes to a program on this computer (${address}).`,
  goesTo: (host: string) => `The access goes to ${host}.`,
  whatItMay: "What it may do",
  role: "At most as",
  roleHint: "It never does more than you may, and makes no keys.",
  liveHint: "In production it calls real people, after it has said how many and for how much.",
  notLiveHint: "This server keeps programs in the sandbox: nobody is called.",
  days: "For",
  daysHint:
    "After that it has to ask again. You stop it sooner on the page of your account, and admins among the API keys.",
  dayCount: (days: number) => (days === 1 ? "1 day" : `${days} days`),
  yes: "Let it in",
  no: "No",
  program: "A program that signed in",
  own: "Programs that you let in",
  stop: "Stop it",
  stopped: "The program is stopped",
  asRole: (role: string) => `at most as ${role}`,
};
