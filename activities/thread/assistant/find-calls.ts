import { MOST_ROWS_FOUND } from "../../../domain/assistant/assistant-functions.ts";
import { computeRecentDays } from "../../../domain/time/local-days.ts";
import { selectRuns } from "../../../infra/postgres/call/run-list.repository.ts";
import { formatCount, type LookUpFunction, readDays, readWords } from "./look-up.ts";
import { readNumberAsked } from "./read-number-asked.ts";

export const findCalls: LookUpFunction = ({ inside, clock }, given) =>
  inside(async (tx) => {
    const asked = readWords(given["phone_number"]) === "" ? null : await readNumberAsked(tx, given);
    if (asked && "say" in asked) return asked;
    const outcome = readWords(given["outcome"]);
    const { current } = computeRecentDays(clock.now(), { days: readDays(given["days"], 30), timezone: "UTC" });
    const rows = await selectRuns(tx, { scope: { all: true }, filters: [] })
      .innerJoin("agents", "agents.id", "call_runs.agent_id")
      .select(["call_runs.id", "call_runs.name", "call_runs.state", "call_runs.outcome", "call_runs.disposition"])
      .select(["call_runs.mode", "call_runs.created_at", "call_runs.duration_seconds", "agents.name as agent"])
      .where("call_runs.created_at", ">=", current.from)
      .$if(asked !== null, (runs) => runs.where("call_runs.called_number", "=", asked?.number ?? ""))
      .$if(outcome !== "", (runs) => runs.where("call_runs.outcome", "=", outcome))
      .orderBy("call_runs.created_at", "desc")
      .orderBy("call_runs.id", "desc")
      .limit(MOST_ROWS_FOUND)
      .execute();
    const list = rows.map((run) => `${run.name} (${run.outcome ?? run.state})`).join(", ");
    const to = asked ? ` to ${asked.number}` : "";
    return {
      say:
        rows.length === 0 ? `There are no calls${to}.` : `The last ${formatCount(rows.length, "call")}${to}: ${list}.`,
      calls: rows,
    };
  });
