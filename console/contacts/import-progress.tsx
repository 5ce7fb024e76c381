import { useQuery, useQueryClient, useSuspenseQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { useEffect } from "react";
import { Card } from "../ui/card.tsx";
import { Figures } from "../ui/figures.tsx";
import { Megaphone } from "../ui/icons.ts";
import { LinkButton } from "../ui/link-button.tsx";
import { Notice } from "../ui/notice.tsx";
import { Page } from "../ui/page.tsx";
import { Progress } from "../ui/progress.tsx";
import { formatWhole } from "../words/format.ts";
import { words } from "../words/words.ts";
import { importQuery, listsKey, listsQuery } from "./contact-queries.ts";
import styles from "./contacts.module.css";

const route = getRouteApi("/shell/contacts/$listId/imports/$importId");

/** Shows the progress of an import; it has its own address, so that a person can leave and come back. */
export const ImportProgress = () => {
  const { listId, importId } = route.useParams();
  const queries = useQueryClient();
  const { data } = useSuspenseQuery(importQuery(listId, importId));
  const { data: lists } = useQuery(listsQuery);
  const isOver = data.status === "completed" || data.status === "failed";
  useEffect(() => {
    if (isOver) void queries.invalidateQueries({ queryKey: listsKey });
  }, [isOver, queries]);
  const done = data.imported + data.updated + data.skipped + data.invalid;
  const toList = (figure: string) => (
    <Link to="/contacts/$listId" params={{ listId }}>
      {figure}
    </Link>
  );
  return (
    <Page
      title={lists?.find(({ id }) => id === listId)?.name ?? words.contacts.imports}
      crumb={<Link to="/contacts">{words.shell.contacts}</Link>}
      isNarrow
      actions={
        isOver && (
          <>
            <LinkButton kind="primary" needs="operator" to="/campaigns/new" search={{ list: listId }}>
              <Megaphone aria-hidden /> {words.contacts.startCampaign}
            </LinkButton>
            <LinkButton to="/contacts/$listId" params={{ listId }}>
              {words.contacts.toList}
            </LinkButton>
          </>
        )
      }
    >
      <div role="status">
        {data.status === "failed" ? (
          <Notice tone="bad" title={words.contacts.importFailed}>
            {data.error}
          </Notice>
        ) : data.status === "completed" ? (
          <Notice tone="good" title={words.contacts.imported}>
            {words.contacts.importedText(formatWhole(data.imported), formatWhole(data.updated))}
          </Notice>
        ) : (
          <Notice tone="calm" title={words.contacts.reading}>
            {words.contacts.leaveSafely}
          </Notice>
        )}
      </div>
      {data.warnings.length > 0 && (
        <Notice tone="calm" title={words.contacts.warnings}>
          {data.warnings.map(({ code, message }) => (
            <p key={code}>{message}</p>
          ))}
        </Notice>
      )}
      <Card title={words.contacts.imports}>
        <div className={styles.stack}>
          <Progress label={words.contacts.reading} value={isOver ? 1 : done} max={isOver ? 1 : data.total_rows} />
          <Figures
            figures={[
              { name: words.contacts.rows, value: formatWhole(data.total_rows) },
              { name: words.contacts.taken, value: toList(formatWhole(data.imported)) },
              { name: words.contacts.updated, value: toList(formatWhole(data.updated)) },
              { name: words.contacts.skipped, value: formatWhole(data.skipped) },
              { name: words.contacts.invalid, value: <Refused url={data.errors_url} count={data.invalid} /> },
            ]}
          />
          {data.errors_url && (
            <a href={data.errors_url} className={styles.link} download>
              {words.contacts.refusedRows}
            </a>
          )}
        </div>
      </Card>
    </Page>
  );
};

/** Leads to the refused rows, where there are any. */
const Refused = ({ url, count }: { url: string | null; count: number }) =>
  url === null ? (
    formatWhole(count)
  ) : (
    <a href={url} download aria-label={`${words.contacts.refusedRows}: ${formatWhole(count)}`}>
      {formatWhole(count)}
    </a>
  );
