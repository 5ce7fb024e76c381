import { z } from "zod";
import { type Connector, connector } from "../../domain/connector/connector.ts";
import { connectors as catalogue, GENERIC_SLUG } from "../../domain/connector/connector-catalogue.ts";
import { readOperatorFile } from "../config/operator-file.ts";
import type { OAuthClient } from "../postgres/connector/connector-client.repository.ts";

/** The apps that agents can use, and the operator's OAuth clients for them. */
export interface ConnectorRegistry {
  list(): readonly Connector[];
  find(slug: string): Connector | undefined;
  /** Returns the operator's client; null: an organization may give its own. */
  clientOf(slug: string): OAuthClient | null;
}

const client = { client_id: z.string().min(1).max(1024), client_secret: z.string().min(1).max(4096).optional() };
const knownSlugs = catalogue.map(({ slug }) => slug);
const file = z
  .strictObject({
    [GENERIC_SLUG]: z
      .strictObject({ ...client, connector: z.looseObject({}) })
      .transform(({ connector: own, ...rest }, refinement) => {
        const parsed = connector.safeParse({ ...own, slug: GENERIC_SLUG });
        if (parsed.success) return { ...rest, connector: parsed.data };
        for (const { path, message } of parsed.error.issues) {
          refinement.addIssue({ code: "custom", path: ["connector", ...path], message });
        }
        return z.NEVER;
      })
      .optional(),
  })
  .catchall(z.strictObject(client))
  .superRefine((value, refinement) => {
    for (const slug of Object.keys(value).filter((each) => each !== GENERIC_SLUG && !knownSlugs.includes(each))) {
      const message = `No app is called so; there are ${[...knownSlugs, GENERIC_SLUG].join(", ")}`;
      refinement.addIssue({ code: "custom", path: [slug], message });
    }
  });

/** `clients` is keyed by the app's slug. */
export const createConnectorRegistry = (
  connectors: readonly Connector[],
  clients: ReadonlyMap<string, OAuthClient>,
): ConnectorRegistry => ({
  list: () => connectors,
  find: (slug) => connectors.find((each) => each.slug === slug),
  clientOf: (slug) => clients.get(slug) ?? null,
});

/**
 * Reads the catalogue and the additions of CONNECTORS_FILE. Throws ConfigurationError that lists every fault of the
 * file.
 */
export const readConnectors = ({
  CONNECTORS_FILE: path,
}: {
  CONNECTORS_FILE?: string | undefined;
}): ConnectorRegistry => {
  if (path === undefined) return createConnectorRegistry(catalogue, new Map());
  const entries = readOperatorFile("CONNECTORS_FILE", path, file);
  const own = entries[GENERIC_SLUG]?.connector;
  const clients = Object.entries(entries).flatMap(([slug, entry]): [string, OAuthClient][] =>
    entry ? [[slug, { clientId: entry.client_id, clientSecret: entry.client_secret ?? null }]] : [],
  );
  return createConnectorRegistry(own ? [...catalogue, own] : catalogue, new Map(clients));
};
