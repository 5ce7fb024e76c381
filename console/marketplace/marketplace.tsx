import { useQuery } from "@tanstack/react-query";
import { getRouteApi, Link, useNavigate } from "@tanstack/react-router";
import type { PackListItem } from "../api/routes.ts";
import { Badge } from "../ui/badge.tsx";
import { Card } from "../ui/card.tsx";
import { Choice } from "../ui/choice.tsx";
import { TextField } from "../ui/fields.tsx";
import { FilterFields } from "../ui/filters.tsx";
import { LinkButton } from "../ui/link-button.tsx";
import { Empty, Page } from "../ui/page.tsx";
import { formatWhole } from "../words/format.ts";
import { sayOffer } from "../words/say-offer.ts";
import { words } from "../words/words.ts";
import styles from "./marketplace.module.css";
import { packsQuery, templatesQuery } from "./marketplace-queries.ts";
import { formatPrice, nameLanguage } from "./offer-words.ts";

const route = getRouteApi("/shell/marketplace");
const ANY = "any";

/** Lists packs for a job first, then single agents. */
export const Marketplace = () => {
  const search = route.useSearch();
  const navigate = useNavigate({ from: "/marketplace" });
  const { data } = useQuery(packsQuery(search));
  const narrow = (changed: { q?: string | undefined; job?: string | undefined }) =>
    void navigate({ search: (former) => ({ ...former, ...changed }), replace: true });
  return (
    <Page title={words.shell.marketplace}>
      <p>{words.marketplace.text}</p>
      <FilterFields>
        <TextField
          label={words.marketplace.search}
          type="search"
          value={search.q ?? ""}
          onChange={(q) => narrow({ q: q || undefined })}
          maxLength={1000}
        />
        <Choice
          label={words.marketplace.job}
          value={search.job ?? ANY}
          onChange={(job) => narrow({ job: job === ANY ? undefined : job })}
          options={[
            { value: ANY, label: words.marketplace.anyJob },
            ...(data?.jobs ?? []).map((job) => ({ value: job, label: sayOffer(job) })),
          ]}
        />
      </FilterFields>
      {data?.packs.length === 0 ? (
        <Empty title={words.marketplace.nothingFound} text={words.marketplace.nothingFoundText}>
          <LinkButton kind="primary" to="/agents">
            {words.marketplace.buildOwn}
          </LinkButton>
        </Empty>
      ) : (
        <>
          <p role="status">{data && words.marketplace.count(formatWhole(data.packs.length))}</p>
          <ul className={styles.shelf}>
            {data?.packs.map((pack) => (
              <PackCard key={pack.slug} pack={pack} />
            ))}
          </ul>
        </>
      )}
      {!search.q && !search.job && <EveryAgent />}
    </Page>
  );
};

const PackCard = ({ pack }: { pack: PackListItem }) => (
  <li className={styles.offer}>
    <h2>
      <Link to="/marketplace/$slug" params={{ slug: pack.slug }}>
        {sayOffer(pack.name)}
      </Link>
    </h2>
    <p>{sayOffer(pack.summary)}</p>
    <p className={styles.soft}>
      {sayOffer(pack.job)} · {words.marketplace.by(pack.publisher.name)} · {formatPrice(pack.charging)}
    </p>
    <p className={styles.badges}>
      {pack.state === "draft" && <Badge tone="warn">{words.marketplace.draft}</Badge>}
      {pack.badges.map((badge) => (
        <Badge key={badge} tone="calm">
          {sayOffer(badge)}
        </Badge>
      ))}
    </p>
  </li>
);

const EveryAgent = () => {
  const { data: templates = [] } = useQuery(templatesQuery);
  return (
    <Card title={words.marketplace.every} count={templates.length}>
      <ul className={styles.templates}>
        {templates.map(({ id, name, summary, direction, languages }) => (
          <li key={id}>
            <div>
              <strong>{sayOffer(name)}</strong>
              <p>{sayOffer(summary)}</p>
              <p className={styles.soft}>
                {words.marketplace.directions[direction]} · {languages.map(nameLanguage).join(", ")}
              </p>
            </div>
            <LinkButton
              needs="admin"
              to="/marketplace/hire/$templateId"
              params={{ templateId: id }}
              aria-label={words.marketplace.hireOne(sayOffer(name))}
            >
              {words.marketplace.hire}
            </LinkButton>
          </li>
        ))}
      </ul>
    </Card>
  );
};
