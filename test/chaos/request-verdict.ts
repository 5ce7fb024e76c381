/** The evidence of a run for its judge. */
export interface RequestEvidence {
  /** One for each request that an agent was made to open. */
  asked: readonly AskedRequest[];
  rows: readonly RequestRecord[];
  /** Events of the timeline that say how a request was settled, by the request's event. */
  settlements: readonly { eventId: number; times: number }[];
  /** The requests to the system behind the tool. */
  sent: readonly { method: string; url: string; key: string }[];
  /** The places where a secret was found: a file, a table, or a request. */
  secretPlaces: readonly string[];
  /** True when the search found words that are not secret, which it must find. */
  searchFinds: boolean;
  kills: number;
}

export interface AskedRequest {
  index: number;
  /** Null: the request was never opened. */
  eventId: number | null;
  /** People who were told that their answer counts. */
  winners: number;
  /** People who were told that they have taken it back. */
  undoers: number;
  /** People whose answer was late, and who were not told who was first. */
  untold: number;
}

export interface RequestRecord {
  eventId: number;
  state: string;
  decision: string | null;
  isFinished: boolean;
  isCarriedOut: boolean;
  isUndoAsked: boolean;
  isUndoCarriedOut: boolean;
  toolCallId: string | null;
  undoCallId: string | null;
}

export interface RequestVerdict {
  answeredTwice: string[];
  runTwice: string[];
  undoneTwice: string[];
  lost: string[];
  lateUntold: string[];
  secretSeen: string[];
  /** Why a run without a breach would still prove nothing. */
  untested: string[];
}

export const judgeRequests = (evidence: RequestEvidence): RequestVerdict => ({
  answeredTwice: answeredTwice(evidence),
  runTwice: sentTooOften(evidence, "POST", confirmedCalls(evidence)),
  undoneTwice: [
    ...sentTooOften(evidence, "DELETE", undoneCalls(evidence)),
    ...evidence.asked.filter(({ undoers }) => undoers > 1).map(({ index }) => `request ${index}: two have undone it`),
  ],
  lost: lost(evidence),
  lateUntold: evidence.asked
    .filter(({ untold }) => untold > 0)
    .map(({ index }) => `request ${index}: somebody was late, and was not told who was first`),
  secretSeen: [...evidence.secretPlaces],
  untested: untested(evidence),
});

export const keepsEveryPromise = (verdict: RequestVerdict): boolean =>
  Object.values(verdict).every((found: string[]) => found.length === 0);

const answeredTwice = ({ asked, settlements }: RequestEvidence): string[] => [
  ...asked.filter(({ winners }) => winners > 1).map(({ index }) => `request ${index}: both were told that they won`),
  ...settlements
    .filter(({ times }) => times > 1)
    .map(({ eventId, times }) => `event ${eventId}: the timeline tells of ${times} answers`),
];

const confirmedCalls = ({ rows }: RequestEvidence): ReadonlySet<string | null> =>
  new Set(rows.filter(({ decision }) => decision === "confirmed").map(({ toolCallId }) => toolCallId));

const undoneCalls = ({ rows }: RequestEvidence): ReadonlySet<string | null> =>
  new Set(rows.filter(({ isUndoAsked }) => isUndoAsked).map(({ undoCallId }) => undoCallId));

/** Each call of a tool is sent under a key of its own; whatever comes more than once, or unasked, is a breach. */
const sentTooOften = ({ sent }: RequestEvidence, method: string, allowed: ReadonlySet<string | null>): string[] => {
  const times = new Map<string, number>();
  for (const each of sent) if (each.method === method) times.set(each.key, (times.get(each.key) ?? 0) + 1);
  return [...times].flatMap(([key, count]) => {
    if (!allowed.has(key)) return [`${method} ${key}: nobody has asked for it`];
    return count > 1 ? [`${method} ${key}: sent ${count} times`] : [];
  });
};

const lost = ({ asked, rows }: RequestEvidence): string[] => {
  const byEvent = new Map(rows.map((row) => [row.eventId, row]));
  return asked.flatMap(({ index, eventId }) => {
    const row = eventId === null ? undefined : byEvent.get(eventId);
    if (!row) return [`request ${index}: it was never opened`];
    if (row.state !== "settled") return [`request ${index}: nobody's answer counts, it is ${row.state}`];
    if (row.decision === "confirmed" && !row.isCarriedOut) return [`request ${index}: confirmed, and not carried out`];
    if (row.isUndoAsked && !row.isUndoCarriedOut) return [`request ${index}: its undoing was not carried out`];
    return row.isFinished ? [] : [`request ${index}: the agent has not heard of the answer`];
  });
};

const untested = ({ rows, kills, searchFinds }: RequestEvidence): string[] => [
  ...(kills === 0 ? ["nothing was killed"] : []),
  ...(rows.some(({ isUndoAsked }) => isUndoAsked) ? [] : ["nothing was undone"]),
  ...(rows.some(({ decision }) => decision === "provided") ? [] : ["no secret was provided"]),
  ...(searchFinds ? [] : ["the search does not find what is there"]),
];
