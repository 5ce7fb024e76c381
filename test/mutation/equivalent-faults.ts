import type { Mutant } from "./fault.ts";

/** Faults that change nothing that anybody could see, each with the reason: they are neither tried nor counted. */
interface EquivalentFault {
  file: string;
  /** The line on which it begins, as far as the line is needed to tell it from others. */
  line: string;
  before: string;
  replacement: string;
  why: string;
}

const ONLY_WHERE_GIVEN = "the condition stands in the query only where the value is given";

const ALWAYS_A_STATUS = "an answer that came over HTTP has a status: the type says otherwise for what a server reads";
const ABORTED_ONCE = "a signal is aborted once";
const CUT_AGAIN = "whoever asks cuts the page again: more rows are read, and the same are shown";
const WAITS_AS_ITS_STATE =
  "a trigger keeps `waits` equal to what the state says: the condition on it only leads to the index";
const OF_ITS_ORGANIZATION = "row-level security shows a transaction the rows of its own organization alone";
const NOBODY_ELSE = "a rate of nobody is not a number, and is not worse than anything";
const ROUNDED_OFF = "what is less than NOTHING is left out three lines on, whichever of the two ends was taken";

const ONLY_TIME_AND_MEMORY = "what is made anew is the same: it takes time, and keeping it takes memory";
const ENDS_EARLY = "a look that would end early ends late, with evidence below what is needed";

const EQUIVALENT_FAULTS: readonly EquivalentFault[] = [
  {
    file: "infra/postgres/audit/acts.repository.ts",
    line: 'query.where("at", ">=", from ?? new Date(0))',
    before: "0",
    replacement: "1",
    why: ONLY_WHERE_GIVEN,
  },
  {
    file: "infra/postgres/audit/acts.repository.ts",
    line: 'query.where("at", "<", to ?? new Date(0))',
    before: "0",
    replacement: "1",
    why: ONLY_WHERE_GIVEN,
  },
  {
    file: "infra/postgres/audit/acts.repository.ts",
    line: 'query.where("id", "<", beforeId ?? 0)',
    before: "0",
    replacement: "1",
    why: ONLY_WHERE_GIVEN,
  },
  {
    file: "api/audit/list-acts.ts",
    line: "limit + 1)",
    before: "1",
    replacement: "2",
    why: CUT_AGAIN,
  },
  {
    file: "domain/number/international-number.ts",
    line: "compiled.set(code, plans);",
    before: "compiled.set(code, plans);",
    replacement: ";",
    why: "plans that are compiled anew are the same: it takes time",
  },
  {
    file: "domain/contact/segment.ts",
    line: "if (!(error instanceof Fault)) throw error;",
    before: "!(error instanceof Fault)",
    replacement: "false",
    why: "parsing throws nothing else: the type asks for the condition",
  },
  {
    file: "infra/contact-file/read-contact-file.ts",
    line: "isOpen = true;",
    before: "true",
    replacement: "false",
    why: "a folder that was removed is not removed again: it takes time",
  },
  {
    file: "infra/contact-file/rows.process.ts",
    line: "if (items.length > 0) yield pageOf(items);",
    before: "items.length > 0",
    replacement: "true",
    why: "a page without items brings none",
  },
  {
    file: "domain/time/time-zone.ts",
    line: "if (known.size < KNOWN_LIMIT) known.set(text, answer);",
    before: "known.size < KNOWN_LIMIT",
    replacement: "false",
    why: "a zone that is looked up anew gets the same answer: it takes time",
  },
  {
    file: "domain/campaign/dialling-window.ts",
    line: "keptPeriods.set(key, periods);",
    before: "keptPeriods.set(key, periods);",
    replacement: ";",
    why: "a zone's periods that are listed anew are the same: it takes time",
  },
  {
    file: "domain/campaign/holidays.ts",
    line: "holiday.length > DATE_LENGTH && holiday.startsWith(date)",
    before: ">",
    replacement: ">=",
    why: "a day that is a holiday as a whole has been passed over before its eve is looked for",
  },
  {
    file: "domain/time/wait-for-abort.ts",
    line: 'signal.addEventListener("abort", () => resolve(), { once: true });',
    before: "true",
    replacement: "false",
    why: ABORTED_ONCE,
  },
  {
    file: "domain/call/call-variables.ts",
    line: "const MOST_OPENED = 100;",
    before: "100",
    replacement: "(100 * 2)",
    why: ONLY_TIME_AND_MEMORY,
  },
  {
    file: "domain/call/call-variables.ts",
    line: "if (known) return known;",
    before: "known",
    replacement: "false",
    why: ONLY_TIME_AND_MEMORY,
  },
  {
    file: "domain/call/call-variables.ts",
    line: "if (opened.size >= MOST_OPENED) opened.clear();",
    before: ">=",
    replacement: ">",
    why: ONLY_TIME_AND_MEMORY,
  },
  {
    file: "domain/call/call-variables.ts",
    line: "if (opened.size >= MOST_OPENED) opened.clear();",
    before: "opened.size >= MOST_OPENED",
    replacement: "true",
    why: ONLY_TIME_AND_MEMORY,
  },
  {
    file: "domain/call/call-variables.ts",
    line: "if (opened.size >= MOST_OPENED) opened.clear();",
    before: "opened.size >= MOST_OPENED",
    replacement: "false",
    why: ONLY_TIME_AND_MEMORY,
  },
  {
    file: "domain/call/call-variables.ts",
    line: "if (opened.size >= MOST_OPENED) opened.clear();",
    before: "opened.clear();",
    replacement: ";",
    why: ONLY_TIME_AND_MEMORY,
  },
  {
    file: "domain/campaign/dialling-window.ts",
    line: "if (keptPeriods.size >= MOST_PERIODS_KEPT)",
    before: ">=",
    replacement: ">",
    why: ONLY_TIME_AND_MEMORY,
  },
  {
    file: "domain/campaign/dialling-window.ts",
    line: "if (keptPeriods.size >= MOST_PERIODS_KEPT)",
    before: "keptPeriods.size >= MOST_PERIODS_KEPT",
    replacement: "true",
    why: ONLY_TIME_AND_MEMORY,
  },
  {
    file: "domain/campaign/dialling-window.ts",
    line: "const MOST_PERIODS_KEPT = 1000;",
    before: "1000",
    replacement: "(1000 * 2)",
    why: ONLY_TIME_AND_MEMORY,
  },
  {
    file: "domain/campaign/dialling-window.ts",
    line: "if (keptPeriods.size >= MOST_PERIODS_KEPT)",
    before: "keptPeriods.clear();",
    replacement: ";",
    why: ONLY_TIME_AND_MEMORY,
  },
  {
    file: "domain/time/time-zone.ts",
    line: "if (known.size < KNOWN_LIMIT) known.set(text, answer);",
    before: "<",
    replacement: "<=",
    why: ONLY_TIME_AND_MEMORY,
  },
  {
    file: "domain/time/time-zone.ts",
    line: "if (known.size < KNOWN_LIMIT) known.set(text, answer);",
    before: "known.size < KNOWN_LIMIT",
    replacement: "true",
    why: ONLY_TIME_AND_MEMORY,
  },
  {
    file: "domain/time/time-zone.ts",
    line: "if (known.size < KNOWN_LIMIT) known.set(text, answer);",
    before: "known.set(text, answer);",
    replacement: ";",
    why: ONLY_TIME_AND_MEMORY,
  },
  {
    file: "domain/number/number-kinds.ts",
    line: "if (before) return before;",
    before: "before",
    replacement: "false",
    why: ONLY_TIME_AND_MEMORY,
  },
  {
    file: "domain/number/number-kinds.ts",
    line: "known.set(plans, patterns);",
    before: "known.set(plans, patterns);",
    replacement: ";",
    why: ONLY_TIME_AND_MEMORY,
  },
  {
    file: "domain/record/canonical-json.ts",
    line: ".toSorted(([a], [b]) => (a < b ? -1 : 1))",
    before: "1",
    replacement: "2",
    why: "the sign of an order alone counts",
  },
  {
    file: "domain/record/canonical-json.ts",
    line: ".toSorted(([a], [b]) => (a < b ? -1 : 1))",
    before: "<",
    replacement: "<=",
    why: "no two members of an object have one name",
  },
  {
    file: "domain/number/international-number.ts",
    line: "if (known) return known;",
    before: "known",
    replacement: "false",
    why: ONLY_TIME_AND_MEMORY,
  },
  {
    file: "activities/document-processing/step.ts",
    line: "export const PARTS_AT_ONCE = 20;",
    before: "20",
    replacement: "(20 * 2)",
    why: "twice as many parts of a text in one transaction are written the same",
  },
  {
    file: "domain/rehearsal/scenario-document.ts",
    line: 'typeof step === "symbol" ? String(step) : step',
    before: 'typeof step === "symbol"',
    replacement: "false",
    why: "a document has no symbols for keys: the type of a path asks for the condition",
  },
  {
    file: "infra/postgres/campaign/campaign-contacts.repository.ts",
    line: "and c.state in (${literals(WAITING_CONTACT_STATES)}) and c.waits and c.next_attempt_at <= now()",
    before: "and c.waits",
    replacement: "",
    why: WAITS_AS_ITS_STATE,
  },
  {
    file: "infra/postgres/campaign/campaign-contacts.repository.ts",
    line: "where campaign_id = ${campaignId} and timezone = ${timezone} and state in (${literals(WAITING_CONTACT_STATES)}) and waits",
    before: "and waits",
    replacement: "",
    why: WAITS_AS_ITS_STATE,
  },
  {
    file: "activities/campaign/dialling-outlook.ts",
    line: "const opensAtMs = window.open ? 0 : (window.opensAtMs ?? 0);",
    before: "window.open",
    replacement: "false",
    why: "an open window has no `opensAtMs`, so that both branches are 0; the type asks for the condition",
  },
  {
    file: "domain/idempotency/idempotency-key.ts",
    line: "status < 500 && status !== 429",
    before: "<",
    replacement: "<=",
    why: "an `HttpError` never has the status 500: what nobody expected is an error of another class",
  },
  {
    file: "api/http/idempotency.ts",
    line: "status === null || !sealed",
    before: "||",
    replacement: "&&",
    why: "the status and the answer are written by one statement: both are there or neither",
  },
  {
    file: "infra/guarded-request/guarded-fetch.ts",
    line: 'signal.addEventListener("abort", stop, { once: true });',
    before: "true",
    replacement: "false",
    why: ABORTED_ONCE,
  },
  {
    file: "infra/guarded-request/guarded-fetch.ts",
    line: 'signal.addEventListener("abort", () => incoming.destroy(), { once: true });',
    before: "true",
    replacement: "false",
    why: ABORTED_ONCE,
  },
  {
    file: "infra/guarded-request/guarded-fetch.ts",
    line: "incoming.statusCode ?? 502",
    before: "502",
    replacement: "(502 * 2)",
    why: ALWAYS_A_STATUS,
  },
  {
    file: "infra/guarded-request/guarded-requests.ts",
    line: "status: response.statusCode ?? 0",
    before: "0",
    replacement: "1",
    why: ALWAYS_A_STATUS,
  },
  {
    file: "infra/guarded-request/open-exchange.ts",
    line: "let isKept = false;",
    before: "false",
    replacement: "true",
    why: "what fails before a connection is chosen is refused or given up: it is no connection that was closed",
  },
  {
    file: "infra/guarded-request/guarded-fetch.ts",
    line: 'signal.removeEventListener("abort", stop);',
    before: 'signal.removeEventListener("abort", stop);',
    replacement: ";",
    why: "where a request is stopped whose answer has begun, the answer is stopped either way",
  },
  {
    file: "infra/guarded-request/guarded-fetch.ts",
    line: "readPlainRequest(input, init) ?? (await readRequest(input, init))",
    before: "readPlainRequest(input, init) ?? (await readRequest(input, init))",
    replacement: "(await readRequest(input, init))",
    why: "a text that goes through a stream arrives the same: it takes time",
  },
  {
    file: "infra/guarded-request/outbound-policy.ts",
    line: 'address.kind() === "ipv4" ? 32 : 128',
    before: "128",
    replacement: "(128 * 2)",
    why: "an address has no further bits in which another one could differ",
  },
  {
    file: "activities/campaign/start-runs.ts",
    line: "for (let at = 0; at < runs.length; at += AT_ONCE) {",
    before: "<",
    replacement: "<=",
    why: "behind the last run there is none to start",
  },
  {
    file: "activities/document-processing/switch-version.ts",
    line: "readPassages(tx, version.id, { from: 0, limit: 1 })",
    before: "1",
    replacement: "2",
    why: "the first passage alone is looked at",
  },
  {
    file: "infra/postgres/contact/consent.repository.ts",
    line: '.$if(before !== undefined, (rows) => rows.where("id", "<", before ?? 0))',
    before: "0",
    replacement: "1",
    why: ONLY_WHERE_GIVEN,
  },
  {
    file: "activities/call-run/await-slot.ts",
    line: "await delay(Math.max(waitMs, 0));",
    before: "0",
    replacement: "1",
    why: "a call whose slot has come goes out a millisecond later",
  },
  {
    file: "api/contacts/list-do-not-call.ts",
    line: "limit: limit + 1 }",
    before: "1",
    replacement: "2",
    why: CUT_AGAIN,
  },
  {
    file: "domain/call/admission.rules.ts",
    line: "recentAttemptsMs[recentAttemptsMs.length - maxAttemptsPerDay] ?? 0;",
    before: "0",
    replacement: "1",
    why: "as many attempts as the limit are there: the element is never missing",
  },
  {
    file: "activities/call-run/read-breaker.ts",
    line: "resetAt && resetAt > windowStart ? resetAt : windowStart",
    before: ">",
    replacement: ">=",
    why: "of two equal instants either one is the same answer",
  },
  {
    file: "domain/campaign/dialling-window.ts",
    line: "Number(time.slice(3, 5))",
    before: "5",
    replacement: "6",
    why: "`HH:MM` has five characters",
  },
  {
    file: "infra/postgres/contact/consent.repository.ts",
    line: '.orderBy("id", "desc")',
    before: ".limit(limit)",
    replacement: "",
    why: CUT_AGAIN,
  },
  {
    file: "infra/postgres/contact/do-not-call.repository.ts",
    line: "if (numbers.length === 0) return",
    before: "numbers.length === 0",
    replacement: "false",
    why: "without numbers every statement finds and adds none; the return only saves asking",
  },
  {
    file: "api/contacts/add-numbers.ts",
    line: "if (batch.size > 0) await flush(true);",
    before: ">",
    replacement: ">=",
    why: "a batch is flushed only when one more number is there: an empty one at the end means that none was given",
  },
  {
    file: "infra/postgres/contact/number-permission.ts",
    line: "where ${ANY_NATIONAL_LIST} and list.organization_id = ${organizationId} and list.state = 'in_force'",
    before: "and list.organization_id = ${organizationId}",
    replacement: "",
    why: OF_ITS_ORGANIZATION,
  },
  {
    file: "infra/postgres/contact/number-permission.ts",
    line: '.select(["allowed_countries", "allowed_number_kinds"])',
    before: '.where("id", "=", organizationId)',
    replacement: "",
    why: OF_ITS_ORGANIZATION,
  },
  {
    file: "activities/call-run/await-slot.ts",
    line: "if (performance.now() > latestStartMs) return null;",
    before: ">",
    replacement: ">=",
    why: "of two equal instants of a clock of microseconds either one is the same answer",
  },
  {
    file: "activities/call-run/await-slot.ts",
    line: "for (let reading = 0; reading < MOST_READINGS && isUnsure(clock); reading += 1) {",
    before: "0",
    replacement: "1",
    why: "a clock that is still unsure after one reading less is used as it is",
  },
  {
    file: "activities/call-run/await-slot.ts",
    line: "const { earliestMs, latestMs } = clock.locate(0);",
    before: "0",
    replacement: "1",
    why: "the bounds lie as far apart for every instant",
  },
  {
    file: "api/contacts/upload-do-not-call.ts",
    line: "const NICENESS = 9;",
    before: "9",
    replacement: "10",
    why: "the process that reads a file gives way to others either way",
  },
  {
    file: "domain/number/number-zones.ts",
    line: "length > 0; length -= 1) {",
    before: ">",
    replacement: ">=",
    why: "the empty prefix has no zones",
  },
  {
    file: "domain/number/caller-id.ts",
    line: "hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);",
    before: "13",
    replacement: "(13 * 2)",
    why: "another lot is as nearly uniform",
  },
  {
    file: "domain/campaign/version-shares.rules.ts",
    line: "if (to - end > NOTHING) free.push",
    before: "-",
    replacement: "+",
    why: "a free span without length gives nobody a place",
  },
  {
    file: "domain/campaign/version-shares.rules.ts",
    line: "let next = wanting.findIndex",
    before: ">",
    replacement: ">=",
    why: "no want is exactly the bound",
  },
  {
    file: "domain/campaign/version-shares.rules.ts",
    line: "const isLast = next === -1",
    before: ">",
    replacement: ">=",
    why: "no want is exactly the bound",
  },
  {
    file: "infra/postgres/campaign/campaign-contacts.repository.ts",
    line: "return due === otherDue ? 0 : due - otherDue;",
    before: "due === otherDue",
    replacement: "false",
    why: "the difference of two infinities is no number, which leads to the next column as 0 does",
  },
  {
    file: "activities/call-run/place-call.ts",
    line: "if (run.campaign_id !== null) keys.unshift(buildCampaignLockKey(run.campaign_id));",
    before: "run.campaign_id !== null",
    replacement: "true",
    why: "the lock of no campaign is shared by calls outside of them, and nobody takes it alone",
  },
  {
    file: "domain/campaign/version-guard.rules.ts",
    line: "(people === hits ? 0 :",
    before: "people === hits",
    replacement: "false",
    why: "the early end is missed, and the evidence of such figures is below what is needed either way",
  },
  {
    file: "domain/time/time-zone.ts",
    line: "const KNOWN_LIMIT = 1000;",
    before: "1000",
    replacement: "(1000 * 2)",
    why: "a cache that holds more answers the same",
  },
  {
    file: "domain/campaign/dialling-window.ts",
    line: "if (kept) return kept;",
    before: "kept",
    replacement: "false",
    why: "a cache that is not read answers the same",
  },
  {
    file: "domain/campaign/dialling-window.ts",
    line: "if (keptPeriods.size >= MOST_PERIODS_KEPT)",
    before: "keptPeriods.size >= MOST_PERIODS_KEPT",
    replacement: "false",
    why: "a cache that holds more answers the same",
  },
  {
    file: "domain/campaign/version-guard.rules.ts",
    line: "if (tallies.length < 2) return null;",
    before: "tallies.length < 2",
    replacement: "false",
    why: NOBODY_ELSE,
  },
  {
    file: "domain/campaign/version-guard.rules.ts",
    line: "return worst && worst.evidence >= needed ? worst : null;",
    before: ">=",
    replacement: ">",
    why: "the evidence is a sum of exponentials, which never is exactly what is needed",
  },
  {
    file: "domain/campaign/version-guard.rules.ts",
    line: "(index + 0.5) / GRID",
    before: "0.5",
    replacement: "1.5",
    why: "it drops the first point of the grid and adds one beyond 1: both are left out for each difference that may be asked for",
  },
  {
    file: "domain/campaign/version-guard.rules.ts",
    line: "const rateOf = ({ people, hits }: Counts): number => (people === 0 ? 0 : hits / people);",
    before: "people === 0",
    replacement: "false",
    why: NOBODY_ELSE,
  },
  {
    file: "domain/campaign/version-shares.rules.ts",
    line: "const end = to - from - length < NOTHING ? to : from + length;",
    before: "to - from - length < NOTHING",
    replacement: "false",
    why: ROUNDED_OFF,
  },
  {
    file: "domain/campaign/version-shares.rules.ts",
    line: "const end = to - from - length < NOTHING ? to : from + length;",
    before: "<",
    replacement: "<=",
    why: ROUNDED_OFF,
  },
  {
    file: "domain/campaign/version-shares.rules.ts",
    line: "if (to - end > NOTHING) free.push({ from: end, to });",
    before: ">",
    replacement: ">=",
    why: ROUNDED_OFF,
  },
  {
    file: "domain/campaign/version-shares.rules.ts",
    line: "if (last?.version === share.version && Math.abs(last.to - share.from) < NOTHING) last.to = share.to;",
    before: "<",
    replacement: "<=",
    why: "neighbours are exactly NOTHING apart only where rounding says so",
  },
  {
    file: "domain/campaign/version-guard.rules.ts",
    line: "const GRID = 200;",
    before: "200",
    replacement: "(200 * 2)",
    why: "a finer grid has the same mean, beyond the digits that anybody sees",
  },
  {
    file: "domain/campaign/version-guard.rules.ts",
    line: "if (rate >= othersRate) return 0;",
    before: "0",
    replacement: "1",
    why: "ten are needed at least: evidence of 1 stops nobody either",
  },
  {
    file: "domain/number/number-kinds.rules.ts",
    line: "Object.keys(KIND_NAMES).filter(isNumberKind)",
    before: ".filter(isNumberKind)",
    replacement: "",
    why: "each name of the table is a kind: the type asks for the filter",
  },
  {
    file: "domain/number/caller-id.ts",
    line: "return (hash ^ (hash >>> 16)) >>> 0;",
    before: "0",
    replacement: "1",
    why: "halves have the order of the whole but where two of 4,294,967,296 lots are neighbours",
  },
  {
    file: "activities/call-run/follow-call.ts",
    line: "Object.values(credentials).filter(",
    before: '.filter((value) => typeof value === "string")',
    replacement: "",
    why: "a setting that is a number or a switch has no length, and is passed over where secrets are hidden: the type asks for the filter",
  },
  {
    file: "activities/call-run/settle-run.ts",
    line: "if (tracing.at(addressCall(run.uuid)) === null) return null;",
    before: "tracing.at(addressCall(run.uuid)) === null",
    replacement: "false",
    why: "a trace that is not kept is told nothing either way: rows that nobody needs are read",
  },
  {
    file: "activities/call-run/settle-run.ts",
    line: "if (run.holds_conversation) recordTransferCalls(",
    before: "run.holds_conversation",
    replacement: "true",
    why: "conversations alone transfer their callers: a row that nobody needs is looked for",
  },
  {
    file: "activities/document-processing/step.ts",
    line: "performance.now() - beganAtMs >= HEARTBEAT_EVERY_MS",
    before: ">=",
    replacement: ">",
    why: "a step lasts exactly a second once in a thousand million times",
  },
  {
    file: "activities/campaign/postpone-by-rules.ts",
    line: 'const ofHours = call.rules.filter(({ rule }) => rule.kind === "hours");',
    before: '.filter(({ rule }) => rule.kind === "hours")',
    replacement: "",
    why: "without attempts no other rule lets anybody wait: the openings are kept by longer keys, and found less often",
  },
  {
    file: "infra/postgres/audit/acts.repository.ts",
    line: "return rows[0]?.dropped ?? 0;",
    before: "0",
    replacement: "1",
    why: "the function always answers with a row: the type says otherwise",
  },
  {
    file: "api/audit/export-acts.ts",
    line: "const ACTS_AT_A_TIME = 1_000;",
    before: "1_000",
    replacement: "(1_000 * 2)",
    why: "the same acts come in larger pieces",
  },
  {
    file: "domain/campaign/version-guard.rules.ts",
    line: "if (logLikelihood(rate, one) + logLikelihood(othersRate, others) - best < Math.log(needed)) return 0;",
    before: "logLikelihood(rate, one) + logLikelihood(othersRate, others) - best < Math.log(needed)",
    replacement: "false",
    why: ENDS_EARLY,
  },
  {
    file: "domain/campaign/version-guard.rules.ts",
    line: "if (logLikelihood(rate, one) + logLikelihood(othersRate, others) - best < Math.log(needed)) return 0;",
    before: "+",
    replacement: "-",
    why: ENDS_EARLY,
  },
  {
    file: "infra/postgres/call/run-transitions.ts",
    line: "return queued ?? tx.selectFrom(",
    before: 'queued ?? tx.selectFrom("call_runs").selectAll().where("uuid", "=", row.uuid).executeTakeFirstOrThrow()',
    replacement: '(tx.selectFrom("call_runs").selectAll().where("uuid", "=", row.uuid).executeTakeFirstOrThrow())',
    why: "the row that was inserted is read once more: it is the same",
  },
  {
    file: "activities/campaign/dialling-outlook.ts",
    line: "endMs < atMs ? { atMs: endMs, heldByWindow: false }",
    before: "<",
    replacement: "<=",
    why: "a window that would open only at the end never opens, and who is due then waits for no window",
  },
  {
    file: "activities/campaign/apply-command.ts",
    line: 'if (input.command !== "pause") return',
    before: 'input.command !== "pause"',
    replacement: "false",
    why: "any other command then waits for calls that are handed over behind its change instead of before: it is answered after them either way",
  },
  {
    file: "infra/postgres/campaign/campaign-transitions.ts",
    line: '.select("id")',
    before: '.where("campaign_id", "=", campaignId)',
    replacement: "",
    why: "the key of a command is that of an activity of one campaign's workflow: the condition only leads to the index",
  },
  {
    file: "domain/campaign/version-shares.rules.ts",
    line: "if (taker && taker.wants <= NOTHING && !isLast)",
    before: "<=",
    replacement: "<",
    why: "no want is exactly the bound",
  },
];

/** Returns why no test can detect it; undefined: a test could, and should. */
export const whyEquivalent = (mutant: Mutant): string | undefined =>
  EQUIVALENT_FAULTS.find((fault) => isSame(fault, mutant))?.why;

/** Entries that name no fault of the code as it is now. */
export const outdatedEquivalents = (mutants: readonly Mutant[]): string[] =>
  EQUIVALENT_FAULTS.filter((fault) => !mutants.some((mutant) => isSame(fault, mutant))).map(
    ({ file, line, before, replacement }) => `${file}: ${line}: ${before} → ${replacement}`,
  );

const isSame = (fault: EquivalentFault, mutant: Mutant): boolean =>
  fault.file === mutant.file &&
  fault.before === mutant.before.trim() &&
  fault.replacement === mutant.replacement.trim() &&
  lineOf(mutant).includes(fault.line);

/** Returns the line on which a fault begins. */
const lineOf = ({ context, before }: Mutant): string => {
  const [ahead = "", behind = ""] = context.split("…");
  return `${ahead.split("\n").at(-1)}${(before + behind).split("\n")[0]}`;
};
