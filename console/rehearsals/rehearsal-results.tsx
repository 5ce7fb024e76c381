import { Link } from "@tanstack/react-router";
import { sayCheck } from "../agents/say-check.ts";
import type { Rehearsal, RehearsedConversationItem } from "../api/routes.ts";
import { Badge } from "../ui/badge.tsx";
import { Card } from "../ui/card.tsx";
import { type Column, DataTable } from "../ui/data-table.tsx";
import table from "../ui/table.module.css";
import { formatWhole, NOTHING } from "../words/format.ts";
import { words } from "../words/words.ts";
import { ConversationState } from "./rehearsal-state.tsx";
import styles from "./rehearsals.module.css";

interface ScenarioResult {
  name: string;
  mustPass: boolean;
  runs: readonly RehearsedConversationItem[];
}

/** The results per scenario, each run of which leads to its words. */
export const Results = ({ rehearsal, chosen }: { rehearsal: Rehearsal; chosen: number | undefined }) => {
  const { id: rehearsalId, workflow_id: agentId } = rehearsal;
  const rows: ScenarioResult[] = [
    ...Map.groupBy(rehearsal.conversations, ({ scenario_name: name }) => name).entries(),
  ].map(([name, runs]) => ({ name, runs, mustPass: runs.some(({ must_pass: must }) => must) }));
  const columns: readonly Column<ScenarioResult>[] = [
    {
      name: words.rehearsals.scenario,
      width: 30,
      cell: ({ name, mustPass }) => (
        <>
          {name} {mustPass && <Badge tone="calm">{words.rehearsals.mustPassShort}</Badge>}
        </>
      ),
    },
    {
      name: words.rehearsals.runs,
      cell: ({ runs }) => (
        <ul className={styles.runs}>
          {runs.map((run) => (
            <li key={run.id}>
              <Link
                className={table.link}
                to="/agents/$agentId/rehearsals/$rehearsalId"
                params={{ agentId, rehearsalId }}
                search={{ conversation: run.id }}
                resetScroll={false}
                aria-current={run.id === chosen ? "true" : undefined}
                aria-label={words.rehearsals.runResult(
                  formatWhole(run.run_number),
                  words.rehearsals.conversationStates[run.state],
                )}
              >
                {runs.length > 1 && `${formatWhole(run.run_number)} `}
                <ConversationState state={run.state} />
              </Link>
            </li>
          ))}
        </ul>
      ),
    },
    { name: words.rehearsals.checkFailed, width: 35, cell: ({ runs }) => <Faults runs={runs} /> },
    { name: words.rehearsals.turns, isNumber: true, cell: ({ runs }) => sayTurns(runs) },
  ];
  return (
    <Card title={words.rehearsals.results} count={rows.length} isFlush>
      <DataTable label={words.rehearsals.results} columns={columns} rows={rows} keyOf={({ name }) => name} />
    </Card>
  );
};

/** What was not as expected, each thing once, however many runs it was so in. */
const Faults = ({ runs }: { runs: ScenarioResult["runs"] }) => {
  const expected = runs.flatMap(({ checks }) => checks.filter(({ passed }) => !passed).map((check) => check.expected));
  const errors = runs.flatMap(({ error }) => error ?? []);
  const faults = [...new Set([...expected, ...errors])];
  if (faults.length === 0) return NOTHING;
  return (
    <ul className={styles.faults}>
      {faults.map((fault) => (
        <li key={fault}>{sayCheck(fault)}</li>
      ))}
    </ul>
  );
};

const sayTurns = (runs: ScenarioResult["runs"]): string => {
  const turns = runs.flatMap((run) => run.turns ?? []);
  if (turns.length === 0) return NOTHING;
  const [least, most] = [Math.min(...turns), Math.max(...turns)];
  return least === most ? formatWhole(least) : `${formatWhole(least)}–${formatWhole(most)}`;
};
