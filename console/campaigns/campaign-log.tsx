import type { Campaign } from "../api/routes.ts";
import { Card } from "../ui/card.tsx";
import { moment } from "../words/format.ts";
import { words } from "../words/words.ts";
import styles from "./campaigns.module.css";
import { useActors } from "./use-actors.ts";

const SHOWN = 8;

export const CampaignLog = ({ entries }: { entries: Campaign["logs"] }) => {
  const nameOf = useActors();
  return (
    <Card title={words.campaigns.decisions} count={Math.min(entries.length, SHOWN)} hasMore={entries.length > SHOWN}>
      <ol className={styles.log}>
        {entries.slice(0, SHOWN).map(({ ts, message, actor }) => (
          <li key={ts + message}>
            <time dateTime={ts}>{moment(ts)}</time>
            <span>{message}</span>
            <small>{nameOf(actor)}</small>
          </li>
        ))}
      </ol>
    </Card>
  );
};
