import type { Campaign } from "../api/routes.ts";
import { Card } from "../ui/card.tsx";
import { moment } from "../words/format.ts";
import { words } from "../words/words.ts";
import { actorOf } from "./actor.ts";
import styles from "./campaigns.module.css";

const SHOWN = 8;

export const CampaignLog = ({ entries }: { entries: Campaign["logs"] }) => (
  <Card title={words.campaigns.decisions}>
    <ol className={styles.log}>
      {entries.slice(0, SHOWN).map(({ ts, message, actor }) => (
        <li key={ts + message}>
          <time dateTime={ts}>{moment(ts)}</time>
          <span>{message}</span>
          <small>{actorOf(actor)}</small>
        </li>
      ))}
    </ol>
  </Card>
);
