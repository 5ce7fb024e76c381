import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { callApi } from "../api/client.ts";
import type { Document } from "../api/routes.ts";
import { nameNodeTypes } from "./name-node-types.ts";

export const agentsKey = ["agents"] as const;
export const agentKey = (id: number) => ["agent", id] as const;
const params = (workflow_id: number) => ({ params: { workflow_id } });

export const agentsQuery = queryOptions({
  queryKey: [...agentsKey, "all"],
  queryFn: () => callApi("GET /workflows"),
});

export const publishedAgentsQuery = queryOptions({
  queryKey: ["agents", "published"],
  queryFn: async () =>
    (await callApi("GET /workflows", { query: { status: "active" } })).filter(({ version }) => version),
});

export const agentQuery = (id: number) =>
  queryOptions({ queryKey: agentKey(id), queryFn: () => callApi("GET /workflows/{workflow_id}", params(id)) });

/** Lists the versions of an agent page by page, the newest first; a page is short where the definitions are long. */
export const versionsQuery = (id: number) =>
  infiniteQueryOptions({
    queryKey: [...agentKey(id), "versions"],
    queryFn: ({ pageParam: offset }) =>
      callApi("GET /workflows/{workflow_id}/versions", { ...params(id), query: { limit: 100, offset } }),
    initialPageParam: 0,
    getNextPageParam: (last, pages) => ((last.at(-1)?.version_number ?? 1) > 1 ? pages.flat().length : undefined),
  });

/** Reads one version, by its number or its id; null where there is none. */
export const versionQuery = (id: number, which: { version_number: number } | { definition_id: number }) =>
  queryOptions({
    queryKey: [...agentKey(id), "version", which],
    queryFn: async () => {
      const [version = null] = await callApi("GET /workflows/{workflow_id}/versions", { ...params(id), query: which });
      return version;
    },
  });

export const nodeTypesQuery = queryOptions({
  queryKey: ["node-types"],
  queryFn: async () => nameNodeTypes(await callApi("GET /node-types")),
  staleTime: Infinity,
});

/** Reads all documents, page by page: any of them can be chosen. */
export const documentsQuery = queryOptions({
  queryKey: ["documents", "choices"],
  queryFn: async () => {
    const documents: Document[] = [];
    for (;;) {
      const page = await callApi("GET /knowledge-base/documents", { query: { limit: 100, offset: documents.length } });
      documents.push(...page.documents);
      if (page.documents.length === 0 || documents.length >= page.total) return documents;
    }
  },
});
