import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { callApi } from "../api/client.ts";
import { language } from "../words/language.ts";

export const packsQuery = ({ q, job }: { q?: string; job?: string }) =>
  queryOptions({
    queryKey: ["packs", { q, job }],
    queryFn: () => callApi("GET /packs", { query: { ...(q && { q }), ...(job && { job }) } }),
    placeholderData: keepPreviousData,
  });

export const packQuery = (slug: string) =>
  queryOptions({ queryKey: ["pack", slug], queryFn: () => callApi("GET /packs/{slug}", { params: { slug } }) });

export const templatesQuery = queryOptions({
  queryKey: ["templates"],
  queryFn: async () => (await callApi("GET /agent-templates")).templates,
  staleTime: Infinity,
});

/** Reads the template in the requested language; else in the viewer's, where it has that; else in its own. */
export const templateQuery = (templateId: string, asked: string | undefined) =>
  queryOptions({
    queryKey: ["template", templateId, asked],
    queryFn: async () => {
      const params = { template_id: templateId };
      if (asked !== undefined)
        return callApi("GET /agent-templates/{template_id}", { params, query: { language: asked } });
      const own = await callApi("GET /agent-templates/{template_id}", { params });
      const spoken = own.languages.find((tag) => tag.slice(0, 2) === language);
      return spoken === undefined || spoken === own.language
        ? own
        : callApi("GET /agent-templates/{template_id}", { params, query: { language: spoken } });
    },
    placeholderData: keepPreviousData,
  });

export const hireQuery = (agentId: number) =>
  queryOptions({
    queryKey: ["hire", agentId],
    queryFn: () => callApi("GET /workflows/{workflow_id}/hire", { params: { workflow_id: agentId } }),
    refetchInterval: ({ state }) => (state.data === undefined || state.data.state === "running") && 1_000,
  });
