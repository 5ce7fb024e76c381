import { useSuspenseQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { Badge } from "../ui/badge.tsx";
import { chooseButtonClass } from "../ui/button.tsx";
import { Card } from "../ui/card.tsx";
import { LinkButton } from "../ui/link-button.tsx";
import { Columns, Facts, Page, Stack } from "../ui/page.tsx";
import { sayOffer } from "../words/say-offer.ts";
import { words } from "../words/words.ts";
import styles from "./marketplace.module.css";
import { packQuery } from "./marketplace-queries.ts";
import { formatPrice, nameLanguage } from "./offer-words.ts";
import { SampleCalls } from "./sample-call.tsx";

const route = getRouteApi("/shell/marketplace/$slug");

/** Shows one pack: what it does, what it costs, how it sounds, and its agents. */
export const PackPage = () => {
  const { slug } = route.useParams();
  const { data: pack } = useSuspenseQuery(packQuery(slug));
  return (
    <Page
      title={sayOffer(pack.name)}
      crumb={<Link to="/marketplace">{words.shell.marketplace}</Link>}
      status={pack.badges.map((badge) => (
        <Badge key={badge} tone="calm">
          {sayOffer(badge)}
        </Badge>
      ))}
    >
      <p>{sayOffer(pack.summary)}</p>
      {pack.state === "draft" && <p>{words.marketplace.draftText}</p>}
      <Columns>
        <Stack>
          <Card title={words.marketplace.agents}>
            <ul className={styles.templates}>
              {pack.templates.map(({ id, name, summary, direction }) => (
                <li key={id}>
                  <div>
                    <strong>{sayOffer(name)}</strong>
                    <p>{sayOffer(summary)}</p>
                    <p className={styles.soft}>{words.marketplace.directions[direction]}</p>
                  </div>
                  {pack.state === "published" && (
                    <LinkButton
                      kind="primary"
                      needs="admin"
                      to="/marketplace/hire/$templateId"
                      params={{ templateId: id }}
                    >
                      {words.marketplace.hireOne(sayOffer(name))}
                    </LinkButton>
                  )}
                </li>
              ))}
            </ul>
          </Card>
          <Card title={words.marketplace.steps}>
            <Sentences sentences={pack.steps} />
          </Card>
        </Stack>
        <Stack>
          <Card title={words.marketplace.hear}>
            <div className={styles.hear}>
              {pack.demo_number && (
                <a className={chooseButtonClass()} href={`tel:${pack.demo_number}`}>
                  {words.marketplace.callIt(pack.demo_number)}
                </a>
              )}
              {pack.demo_url && (
                <a className={chooseButtonClass()} href={pack.demo_url} target="_blank" rel="noopener">
                  {words.marketplace.openDemo}
                </a>
              )}
              {!pack.demo_number && !pack.demo_url && <p>{words.marketplace.noDemo}</p>}
            </div>
            {pack.templates.map(({ id }) => (
              <SampleCalls key={id} templateId={id} />
            ))}
          </Card>
          <Card title={words.marketplace.cost}>
            <Facts
              facts={[
                [words.marketplace.cost, formatPrice(pack.charging)],
                [words.marketplace.languages, pack.languages.map(nameLanguage).join(", ")],
                [
                  words.marketplace.industries,
                  pack.industries.map(sayOffer).join(", ") || words.marketplace.anyIndustry,
                ],
              ]}
            />
          </Card>
          {pack.compliance_notes.length > 0 && (
            <Card title={words.marketplace.notes}>
              <Sentences sentences={pack.compliance_notes} />
            </Card>
          )}
        </Stack>
      </Columns>
    </Page>
  );
};

export const Sentences = ({ sentences }: { sentences: readonly string[] }) => (
  <ol className={styles.sentences}>
    {sentences.map((sentence) => (
      <li key={sentence}>{sayOffer(sentence)}</li>
    ))}
  </ol>
);
