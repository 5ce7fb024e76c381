import type { Campaign } from "../api/routes.ts";
import { describeDecision } from "../timeline/describe-decision.ts";
import { Card } from "../ui/card.tsx";
import { formatMoment } from "../words/format.ts";
import { words } from "../words/words.ts";
import styles from "./campaigns.module.css";
import { useActors } from "./use-actors.ts";

const SHOWN = 8;

export const CampaignLog = ({ entries }: { entries: Campaign["logs"] }) => {
  const nameOf = useActors();
  return (
    <Card title={words.campaigns.decisions} count={Math.min(entries.length, SHOWN)} hasMore={entries.length > SHOWN}>
      <ol className={styles.log}>
        {entries.slice(0, SHOWN).map((entry) => (
          <li key={entry.ts + entry.message}>
            <time dateTime={entry.ts}>{formatMoment(entry.ts)}</time>
            <span>{describeDecision(entry)}</span>
            <small>{nameOf(entry.actor)}</small>
          </li>
        ))}
      </ol>
    </Card>
  );
};
