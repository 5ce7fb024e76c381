import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { callApi } from "../api/client.ts";
import { language } from "../words/language.ts";
import { isSaidOf } from "./offer-words.ts";

interface PackSearch {
  q?: string | undefined;
  job?: string | undefined;
}

/** The API searches its own English words; packs whose translated words match follow those. */
const findPacks = async ({ q, job }: PackSearch) => {
  const list = (text: string | undefined) =>
    callApi("GET /packs", { query: { ...(text && { q: text }), ...(job && { job }) } });
  if (!q || language === "en") return list(q);
  const [found, all] = await Promise.all([list(q), list(undefined)]);
  const slugs = new Set(found.packs.map(({ slug }) => slug));
  const further = all.packs.filter((pack) => !slugs.has(pack.slug) && isSaidOf(pack, q));
  return { ...found, packs: [...found.packs, ...further] };
};

export const packsQuery = ({ q, job }: PackSearch) =>
  queryOptions({
    queryKey: ["packs", { q, job }],
    queryFn: () => findPacks({ q, job }),
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
