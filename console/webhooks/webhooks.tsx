import { keepPreviousData, queryOptions, useQuery, useQueryClient, useSuspenseQuery } from "@tanstack/react-query";
import { useState } from "react";
import { callApi } from "../api/client.ts";
import type { Webhook, WebhookDelivery } from "../api/routes.ts";
import { Badge } from "../ui/badge.tsx";
import { Button } from "../ui/button.tsx";
import { Card } from "../ui/card.tsx";
import { Confirm } from "../ui/confirm.tsx";
import { type Column, DataTable } from "../ui/data-table.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { CheckField } from "../ui/fields.tsx";
import { Ellipsis, KeyRound, Plus, Send, Trash2 } from "../ui/icons.ts";
import { Menu, MenuItem } from "../ui/menu.tsx";
import { Notice } from "../ui/notice.tsx";
import { Empty, Page } from "../ui/page.tsx";
import { RotatedSecret } from "../ui/rotated-secret.tsx";
import table from "../ui/table.module.css";
import { useAction } from "../ui/use-action.ts";
import { formatMoment, formatWhole, NOTHING } from "../words/format.ts";
import { words } from "../words/words.ts";
import { DeliveryExchange } from "./delivery-exchange.tsx";
import { nameEvent } from "./event-names.ts";
import { NewWebhook } from "./new-webhook.tsx";
import styles from "./webhooks.module.css";

const { exchanges, organization } = words;
export const webhooksKey = ["webhooks"] as const;
const webhooksQuery = queryOptions({ queryKey: webhooksKey, queryFn: () => callApi("GET /organizations/webhooks") });
const DELIVERIES_SHOWN = 20;
const deliveriesQuery = (id: number, areFailed: boolean) =>
  queryOptions({
    queryKey: [...webhooksKey, id, "deliveries", { areFailed }],
    queryFn: () =>
      callApi("GET /organizations/webhooks/{webhook_id}/deliveries", {
        params: { webhook_id: id },
        query: { limit: DELIVERIES_SHOWN, ...(areFailed && { state: "failed" as const }) },
      }),
    refetchInterval: 4_000,
    placeholderData: keepPreviousData,
  });

export const Webhooks = () => {
  const { data: webhooks } = useSuspenseQuery(webhooksQuery);
  const [isMaking, setMaking] = useState(false);
  const make = (
    <Button kind="primary" needs="admin" onClick={() => setMaking(true)}>
      <Plus aria-hidden /> {organization.newWebhook}
    </Button>
  );
  return (
    <Page title={words.shell.webhooks} actions={webhooks.length > 0 && make}>
      {webhooks.length === 0 ? (
        <Empty title={organization.webhooksEmpty} text={organization.webhooksText} docs="Webhooks">
          {make}
        </Empty>
      ) : (
        webhooks.map((webhook) => <WebhookCard key={webhook.id} webhook={webhook} />)
      )}
      <Dialog isOpen={isMaking} onClose={() => setMaking(false)} title={organization.newWebhook}>
        <NewWebhook onDone={() => setMaking(false)} />
      </Dialog>
    </Page>
  );
};

const WebhookCard = ({ webhook }: { webhook: Webhook }) => {
  const [areFailed, setFailed] = useState(false);
  const { data } = useQuery(deliveriesQuery(webhook.id, areFailed));
  const isFresh = data?.deliveries.length === 0 && !areFailed;
  return (
    <Card title={webhook.url} aside={<Commands webhook={webhook} />} isFlush>
      {(webhook.disabled_reason || webhook.failing_since) && (
        <Notice
          tone={webhook.is_active ? "warn" : "bad"}
          title={
            webhook.is_active ? organization.failingSince(formatMoment(webhook.failing_since)) : organization.disabled
          }
        >
          {webhook.disabled_reason}
        </Notice>
      )}
      {isFresh ? (
        <Fresh webhook={webhook} />
      ) : (
        data && (
          <>
            <div className={styles.head}>
              <p>
                {organization.deliveries}: {formatWhole(data.deliveries.length)}
                {data.deliveries.length === DELIVERIES_SHOWN && "+"}
              </p>
              <CheckField label={organization.failedOnly} isOn={areFailed} onChange={setFailed} />
            </div>
            {data.deliveries.length === 0 ? (
              <Empty title={organization.noneFailed} text="" />
            ) : (
              <DataTable
                label={organization.deliveries}
                columns={COLUMNS}
                rows={data.deliveries}
                keyOf={({ id }) => id}
              />
            )}
          </>
        )
      )}
    </Card>
  );
};

/** Shows, before the first delivery, what will be sent, and a way to see one. */
const Fresh = ({ webhook: { id, events } }: { webhook: Webhook }) => {
  const test = useTest(id);
  return (
    <Empty
      title={organization.noDeliveries}
      text={events.length === 0 ? organization.isToldAll : organization.isTold(events.map(nameEvent).join(", "))}
    >
      <Button needs="admin" disabled={test.isPending} onClick={() => test.mutate()}>
        <Send aria-hidden /> {organization.test}
      </Button>
    </Empty>
  );
};

/** Sends a delivery that is marked as a test. */
const useTest = (id: number) => {
  const queries = useQueryClient();
  return useAction({
    run: () => callApi("POST /organizations/webhooks/{webhook_id}/test", { params: { webhook_id: id } }),
    said: organization.tested,
    onDone: () => queries.invalidateQueries({ queryKey: webhooksKey }),
  });
};

const TONES = { pending: "busy", delivered: "good", failed: "bad" } as const;

const COLUMNS: readonly Column<WebhookDelivery>[] = [
  { name: organization.event, cell: ({ event_type }) => nameEvent(event_type) },
  {
    name: organization.state,
    cell: ({ state }) => <Badge tone={TONES[state]}>{organization.deliveryStates[state]}</Badge>,
  },
  { name: organization.attempts, isNumber: true, cell: ({ attempts }) => formatWhole(attempts) },
  {
    name: organization.answered,
    cell: ({ last_status: status, last_error: error }) => (
      <span className={table.soft}>{error ?? status ?? NOTHING}</span>
    ),
  },
  {
    name: organization.when,
    cell: ({ last_attempt_at: at, created_at }) => <span className={table.soft}>{formatMoment(at ?? created_at)}</span>,
  },
  { name: organization.resend, isNameHidden: true, cell: (delivery) => <Resend delivery={delivery} /> },
];

const Look = ({ delivery }: { delivery: WebhookDelivery }) => {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        needs="admin"
        aria-label={`${exchanges.look}: ${nameEvent(delivery.event_type)} ${delivery.id}`}
        onClick={() => setOpen(true)}
      >
        {exchanges.look}
      </Button>
      {isOpen && <DeliveryExchange delivery={delivery} onClose={() => setOpen(false)} />}
    </>
  );
};

const Resend = ({ delivery }: { delivery: WebhookDelivery }) => {
  const queries = useQueryClient();
  const resend = useAction({
    run: () =>
      callApi("POST /organizations/webhooks/{webhook_id}/deliveries/{delivery_id}/resend", {
        params: { webhook_id: delivery.webhook_id, delivery_id: delivery.id },
      }),
    said: organization.resent,
    onDone: () => queries.invalidateQueries({ queryKey: webhooksKey }),
  });
  return (
    <div className={table.actions}>
      <Look delivery={delivery} />
      <Button
        needs="admin"
        disabled={delivery.state === "pending" || resend.isPending}
        aria-label={`${organization.resend}: ${nameEvent(delivery.event_type)} ${delivery.id}`}
        onClick={() => resend.mutate()}
      >
        {organization.resend}
      </Button>
    </div>
  );
};

const Commands = ({ webhook }: { webhook: Webhook }) => {
  const queries = useQueryClient();
  const [open, setOpen] = useState<"rotate" | "remove" | null>(null);
  const params = { webhook_id: webhook.id };
  const changed = () => queries.invalidateQueries({ queryKey: webhooksKey });
  const test = useTest(webhook.id);
  const rotate = useAction({
    run: () => callApi("POST /organizations/webhooks/{webhook_id}/rotate-secret", { params }),
  });
  const remove = useAction({
    run: () => callApi("DELETE /organizations/webhooks/{webhook_id}", { params }),
    said: organization.removed,
    onDone: changed,
  });
  return (
    <>
      <Menu
        trigger={
          <Button label={`${words.shell.more}: ${webhook.url}`}>
            <Ellipsis aria-hidden />
          </Button>
        }
      >
        <MenuItem icon={<Send aria-hidden />} needs="admin" onSelect={() => test.mutate()}>
          {organization.test}
        </MenuItem>
        <MenuItem icon={<KeyRound aria-hidden />} needs="admin" onSelect={() => setOpen("rotate")}>
          {organization.rotate}
        </MenuItem>
        <MenuItem icon={<Trash2 aria-hidden />} needs="admin" onSelect={() => setOpen("remove")}>
          {organization.remove}
        </MenuItem>
      </Menu>
      <RotatedSecret
        isAsking={open === "rotate"}
        onClose={() => setOpen(null)}
        text={organization.rotateText}
        rotate={rotate}
      />
      <Confirm
        isOpen={open === "remove"}
        onClose={() => setOpen(null)}
        title={organization.removeWebhookTitle}
        text={organization.removeWebhookText}
        action={organization.remove}
        onConfirm={() => remove.mutate()}
      />
    </>
  );
};
