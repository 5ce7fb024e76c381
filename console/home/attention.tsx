import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { AttentionItem } from "../api/routes.ts";
import { describeAttention } from "../timeline/describe-attention.ts";
import { Card } from "../ui/card.tsx";
import { formatMoment, formatWhole } from "../words/format.ts";
import { words } from "../words/words.ts";
import styles from "./home.module.css";
import { nowQuery, weekQuery } from "./home-queries.ts";

const { organization } = words;

/**
 * Lists what waits for people: requests of agents first, with those of one's own channels one by one, then what has stopped by
 * itself.
 */
export const Attention = () => {
  const { data: week } = useQuery(weekQuery);
  const { data: now } = useQuery(nowQuery);
  const open = now?.requests_open ?? 0;
  const items = (week?.needs_attention ?? []).filter((item) => item.is_mine || !isRequest(item));
  return (
    <Card title={organization.attention}>
      {open === 0 && items.length === 0 ? (
        <p className={styles.none}>{organization.nothingWaits}</p>
      ) : (
        <ul className={styles.list}>
          {open > 0 && (
            <li>
              <Link to="/inbox">{organization.requestsOpen(formatWhole(open))}</Link>
            </li>
          )}
          {items.map((item) => (
            <li
              key={`${item.kind} ${item.campaign_id ?? item.document_uuid ?? item.timeline_event_id} ${item.at} ${item.summary}`}
            >
              <Place item={item} />
              <p>{formatMoment(item.at)}</p>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
};

const isRequest = ({ expires_at }: AttentionItem): boolean => expires_at !== null;

const Place = ({ item }: { item: AttentionItem }) => {
  if (isRequest(item)) return <Link to="/inbox">{describeAttention(item)}</Link>;
  if (item.kind === "connector_expired") return <Link to="/connectors">{describeAttention(item)}</Link>;
  if (item.kind === "account_set_aside") return <Link to="/carriers">{describeAttention(item)}</Link>;
  if (item.kind === "time_zone_refused" && item.campaign_id === null)
    return <Link to="/contacts">{describeAttention(item)}</Link>;
  if (item.kind === "key_expires") return <Link to="/keys">{describeAttention(item)}</Link>;
  if (item.kind === "model_failed") return <Link to="/models">{describeAttention(item)}</Link>;
  if (item.campaign_id === null) return <Link to="/documents">{describeAttention(item)}</Link>;
  return (
    <Link to="/campaigns/$campaignId" params={{ campaignId: item.campaign_id }}>
      {describeAttention(item)}
    </Link>
  );
};
