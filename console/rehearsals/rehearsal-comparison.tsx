import { Link } from "@tanstack/react-router";
import type { Rehearsal, RehearsalComparison } from "../api/routes.ts";
import { Card } from "../ui/card.tsx";
import { Facts } from "../ui/page.tsx";
import { formatTimes, formatWhole } from "../words/format.ts";
import { words } from "../words/words.ts";
import styles from "./rehearsals.module.css";
import { toSeconds } from "./to-seconds.ts";

/** Shows what is otherwise than in the rehearsal before; the first one of an agent has none before it. */
export const Comparison = ({ rehearsal: { compared, workflow_id: agentId } }: { rehearsal: Rehearsal }) => {
  if (compared === null) return null;
  const { tokens, turns } = compared;
  return (
    <Card title={words.rehearsals.compared}>
      <p className={styles.before}>
        {words.rehearsals.comparedWith(formatWhole(compared.version_number))}{" "}
        <Link to="/agents/$agentId/rehearsals/$rehearsalId" params={{ agentId, rehearsalId: compared.rehearsal_id }}>
          {words.rehearsals.lookBefore}
        </Link>
      </p>
      <Facts
        facts={[
          [words.rehearsals.becameRed, listNames(compared.became_red)],
          [words.rehearsals.becameGreen, listNames(compared.became_green)],
          [words.rehearsals.slower, listNames(compared.slower.map(saySlower))],
          [words.rehearsals.tokensEach, sayMeans(tokens)],
          [words.rehearsals.turnsEach, sayMeans(turns)],
        ]}
      />
    </Card>
  );
};

const listNames = (names: readonly string[]) =>
  names.length === 0 ? (
    words.rehearsals.nothing
  ) : (
    <ul>
      {names.map((name) => (
        <li key={name}>{name}</li>
      ))}
    </ul>
  );

const saySlower = ({ scenario_name: name, ...took }: RehearsalComparison["slower"][number]): string =>
  words.rehearsals.slowerBy(name, formatTimes(toSeconds(took.before_ms)), formatTimes(toSeconds(took.now_ms)));

const sayMeans = ({ before, now }: { before: number; now: number }): string =>
  words.rehearsals.mean(formatWhole(before), formatWhole(now));
