import { queryOptions, useQuery } from "@tanstack/react-query";
import { callApi } from "../api/client.ts";
import type { WebhookDelivery, WebhookExchange } from "../api/routes.ts";
import { Dialog } from "../ui/dialog.tsx";
import { Empty, Facts } from "../ui/page.tsx";
import { formatMoment, formatWhole } from "../words/format.ts";
import { words } from "../words/words.ts";
import { nameEvent } from "./event-names.ts";
import styles from "./webhooks.module.css";

const { exchanges, organization } = words;

const exchangeQuery = ({ webhook_id, id: delivery_id, attempts }: WebhookDelivery) =>
  queryOptions({
    queryKey: ["webhooks", webhook_id, "deliveries", delivery_id, { attempts }],
    queryFn: () =>
      callApi("GET /organizations/webhooks/{webhook_id}/deliveries/{delivery_id}", {
        params: { webhook_id, delivery_id },
      }),
  });

/** Shows the last try of a delivery: what was sent, and what the other system answered. */
export const DeliveryExchange = ({ delivery, onClose }: { delivery: WebhookDelivery; onClose(): void }) => {
  const { data } = useQuery(exchangeQuery(delivery));
  return (
    <Dialog isOpen onClose={onClose} isWide title={exchanges.exchange(nameEvent(delivery.event_type))}>
      {data && (data.exchange ? <Exchange exchange={data.exchange} error={data.last_error} /> : <NotKept />)}
    </Dialog>
  );
};

const NotKept = () => <Empty title={exchanges.noExchange} text={exchanges.noExchangeText} />;

const Exchange = ({ exchange, error }: { exchange: WebhookExchange; error: string | null }) => (
  <div className={styles.exchange}>
    <Facts
      facts={[
        [organization.when, formatMoment(exchange.sent_at)],
        [exchanges.took, exchanges.milliseconds(formatWhole(exchange.took_ms))],
        [organization.answered, exchange.answer_status ?? error],
      ]}
    />
    <h3>{exchanges.sentHeaders}</h3>
    <pre tabIndex={0}>{[`POST ${exchange.url}`, ...linesOf(exchange.request_headers)].join("\n")}</pre>
    <h3>{exchanges.sentBody}</h3>
    <pre tabIndex={0}>{indent(exchange.request_body)}</pre>
    {exchange.answer_body !== null && (
      <>
        <h3>{exchanges.answerBody}</h3>
        <pre tabIndex={0}>{exchange.answer_body === "" ? exchanges.emptyAnswer : exchange.answer_body}</pre>
      </>
    )}
  </div>
);

const linesOf = (headers: Record<string, string>): string[] =>
  Object.entries(headers).map(([name, value]) => `${name}: ${value}`);

/** Returns JSON on several lines; a body that was cut is none, and stays as it is. */
const indent = (body: string): string => {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body;
  }
};
