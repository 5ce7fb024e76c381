export const sandbox = {
  intro:
    "The simulated carrier of your sandbox can do what carriers do wrong, so that you see your own system survive. Calls, campaigns and webhooks of a sandbox key then go through it.",
  ownManners: "The simulator has the manners below",
  noManners: "The simulator behaves as the installation's operator has set it",
  bindsSandbox:
    "Its manners bind calls of the sandbox alone, from the next call on. The same number has the same fate at the same attempt.",
  endManners: "End these manners",
  requests: "Requests for calls",
  latency: "Answers after (milliseconds)",
  perSecond: "Throttles beyond (calls a second)",
  requestShares: {
    throttled: "Refused with 429 (percent)",
    lost_requests: "Never arrive (percent)",
    lost_answers: "Dialled, and the answer is lost (percent)",
    server_errors: "Answered with 503 (percent)",
  },
  callbacks: "Callbacks",
  callbackShares: {
    lost: "Lost (percent)",
    doubled: "Doubled (percent)",
    reordered: "In another order (percent)",
    late: "Late (percent)",
  },
  lateBy: "Late by (seconds)",
  outage: "Outage",
  outageText: "Between these instants the carrier answers nothing and tells nothing.",
  outageFrom: "From",
  outageTo: "Until",
  people: "Who answers",
  peopleText:
    "Weights: 3 for one outcome and 1 for another make three of four calls the first. Empty: as the installation's operator has set it.",
  outcomes: {
    answered: "Answered",
    opted_out: "Never to be called again",
    voicemail: "Answering machine",
    no_answer: "No answer",
    busy: "Busy",
    rejected: "Rejected",
    failed: "Failed",
    invalid_number: "No such number",
  },
  least: { ring_seconds: "Rings at least (seconds)", talk_seconds: "Talks at least (seconds)" },
  most: { ring_seconds: "Rings at most (seconds)", talk_seconds: "Talks at most (seconds)" },
  keptPeople:
    "Outcomes attempt after attempt, and numbers that go differently, were set through the API and stay as they are.",
};
