const OUTCOMES = "The outcomes of a number's calls, attempt after attempt; the last one stays";
const TALK = "How long a person talks before they hang up: least and most, in seconds on the phone";

/** The manners of the simulator of a sandbox. */
export const SANDBOX = {
  manners: "How the simulated carrier of the sandbox behaves; null: as the operator of the installation has set it",
  latency_ms: "Milliseconds until it answers a request for a call",
  throttled: "The share of requests that it refuses with 429, 0 to 1",
  lost_requests: "The share of requests that never reach it",
  lost_answers: "The share of requests whose call it makes and whose answer is lost",
  server_errors: "The share of requests that it answers with 503",
  callbacks: "What it does wrong with its callbacks",
  lost: "The share of callbacks that are not sent",
  doubled: "The share of callbacks that are sent twice",
  reordered: "The share of callbacks that are sent after the call's last one",
  late: "The share of callbacks that are sent late",
  late_by_seconds: "How late those are",
  outage: "Between these instants it answers nothing and tells nothing; null: it is not away",
  people: "Who answers and how",
  weights: "How often each outcome comes, relative to the others",
  ring_seconds: "How long it rings: least and most, in seconds on the phone",
  ...Object.fromEntries(
    ["Group", "People", "AnswerGroup", "AnswerPeople"].flatMap((people) => [
      [`SandboxManners${people}.outcomes`, OUTCOMES],
      [`SandboxManners${people}.talk_seconds`, TALK],
    ]),
  ),
  groups: "Numbers with other people",
  ending: "The last digits of their numbers",
  "SandboxManners.calls_per_second": "More calls within a second are refused with 429; null: any number",
  "SandboxMannersAnswer.calls_per_second": "More calls within a second are refused with 429; null: any number",
};
